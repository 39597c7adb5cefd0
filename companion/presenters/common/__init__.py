"""The screens around every game: camera, devices, history, disagreement, rules, new game, menu.

Begin with menu.py, which leads to most of them; task_screen.py is what all guided tasks share.
"""
