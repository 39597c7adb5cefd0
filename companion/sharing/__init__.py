"""What a game leaves behind: a report of it as data, and the files and codes made from it. Begin with report.py."""
