"""The virtual table's camera pictures."""
