"""The firmware's portable part: runs under MicroPython on a tray, and under CPython in every virtual tray.

Begin with core.py. Nothing here may use what MicroPython lacks (no dataclasses, no typing, no future imports).
"""
