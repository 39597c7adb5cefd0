"""The player by taps and the monkey: whole games through the app's window, and every picture on the way is judged."""
