"""Where pictures come from and how good they are: cameras, streams, files. Begin with source.py."""
