"""Virtual trays: full members of the family, running the firmware's own code behind a pty, TCP or a broker."""

from devices.virtual.tray import VirtualTray

__all__ = ["VirtualTray"]
