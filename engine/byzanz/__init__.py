"""Byzanz: auctions paid with the goods themselves, three to six players."""
