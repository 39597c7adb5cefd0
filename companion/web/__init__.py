"""Pages served over HTTP: phones at the table and a club's desk. What both share stands in serving."""
