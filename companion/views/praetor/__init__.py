"""What the screens of Praetor show: begin with board.py."""
