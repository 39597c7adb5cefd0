"""The table without hardware: a drawn camera picture, virtual trays, and people who play. Begin with table.py."""
