"""What the screens of Byzanz show: begin with play.py."""
