"""The screens of Constantinopolis, one class and one kv file each."""
