"""The screens around every game, one class and one kv file each. Begin with scan.py."""
