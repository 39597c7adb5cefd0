"""Pages served over HTTP: phones at the table and a club's desk. What both share stands in serving.

Begin with phones/table.py for the phones, with desk/club_desk.py for the desk.
"""
