"""One running game: its session, its record, and what people settle about it.

Begin with session.py, the one writer of the journal. storage.py and record.py keep it, seat_record.py shows it to one
seat; questions.py, disputes.py, challenges.py and amendments.py are what people settle; sensors.py takes in what
arrives, consoles.py offers commands on trays, and reports.py holds what the screens read.
"""
