"""What the screens of Constantinopolis show: begin with auction.py."""
