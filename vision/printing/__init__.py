"""What can be printed: the mat, the calibration sheet, our own cards, tiles and coins.

`printables.py` writes the PDFs; everything is drawn on a `Sheet` (`sheet.py`), which the readers use as well.
"""
