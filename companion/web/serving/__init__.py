"""What every page that is served over HTTP shares: its files, its headers and its limits. Begin with server.py."""
