"""The rules of the table: pieces in places, and who may do what with them."""
