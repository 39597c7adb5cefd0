"""One class and one kv file per screen."""
