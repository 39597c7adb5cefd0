"""Virtual trays, for play and tests without hardware: the firmware's own code behind a pty, TCP or a broker.

Begin with `tray.py`; `python -m devices.virtual red` runs one by hand.
"""

from devices.virtual.tray import VirtualTray

__all__ = ["VirtualTray"]
