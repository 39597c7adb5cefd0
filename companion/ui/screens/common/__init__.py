"""The screens around every game, one class and one kv file each."""
