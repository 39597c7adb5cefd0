"""Every door through which bytes of somebody else come in, and hostile bytes for each."""
