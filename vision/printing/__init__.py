"""What can be printed: the mat, the calibration sheet, our own cards, tiles and coins."""
