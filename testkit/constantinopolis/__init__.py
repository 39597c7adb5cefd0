"""Tables, players and situations of Constantinopolis."""
