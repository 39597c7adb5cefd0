"""The arbiter: rulings in words, cases written by hand, the notation, why something was paid, and the rule search."""
