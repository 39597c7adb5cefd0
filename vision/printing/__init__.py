"""What can be printed: the mat, the calibration sheet, our own cards, tiles and coins.

Begin with `printables.py`, which writes the PDFs. Everything is drawn on a `Sheet` (`sheet.py`), which the readers use
as well.
"""
