"""Made from protocol.toml by `python -m devices.protocol`; do not edit."""

# ruff: noqa: E501
# fmt: off
VERSION = 2
LONGEST = 64
BAUD = 115200
NOTICE_LINE = 255
HEARTBEAT_MS = 1000
RESEND_MS = 250
GIVE_UP_MS = 2500
MOVING_MS = 100
SETTLE_MS = 600
GUARD_MS = 300
NOTICE_MS = 3000
ENUMS = {
    "device": ("seat-tray", "coin-tray", "ledger-tray", "card-pad", "lamp-strip"),
    "zone": ("coins", "bought", "sold", "stored", "used"),
    "button": ("confirm", "pass", "call"),
    "calibration": ("none", "good", "due"),
    "result": ("done", "refused", "unknown", "unsteady"),
    "fate": ("taken", "stale"),
}
FLAGS = {
    "capability": ("coins", "ledger", "buttons", "dial", "display", "lamps", "tags", "storage", "buildings"),
}
COLUMNS = {
    "coins": (30, 10, 5, 2, 1),
    "bought": ("G", "B", "R", "K", "Y"),
    "sold": ("G", "B", "R", "K", "Y"),
    "stored": ("G", "B", "R", "K", "Y"),
    "used": (1, 2, 3, 4, 5),
}
NEEDS = {
    "coins": "coins",
    "bought": "ledger",
    "sold": "ledger",
    "stored": "storage",
    "used": "buildings",
}
PARTS = {
    "seat-tray": ("coins", "ledger", "buttons", "dial", "display", "lamps"),
    "coin-tray": ("coins", "display"),
    "ledger-tray": ("ledger", "storage", "buildings"),
    "card-pad": ("tags",),
    "lamp-strip": ("lamps",),
}
# kind: (name, ((field, length of a list, enum or flags), …), field of text, struct format)
FRAMES = {
    1: ("hello", (("nonce", 0, ""), ("boot", 0, ""), ("device", 0, "device"), ("capabilities", 0, "capability"), ("calibration", 0, "calibration"), ("firmware", 3, "")), "id", "<BBHIIBHB3B"),
    2: ("snapshot", (("boot", 0, ""), ("coins", 5, ""), ("bought", 5, ""), ("sold", 5, ""), ("stored", 5, ""), ("used", 5, "")), "", "<BBHI5B5B5B5B5B"),
    3: ("settled", (("boot", 0, ""), ("zone", 0, "zone"), ("change", 5, ""), ("now", 5, "")), "", "<BBHIB5b5B"),
    4: ("moving", (("zone", 0, "zone"), ("now", 5, "")), "", "<BBHB5B"),
    5: ("press", (("boot", 0, ""), ("number", 0, ""), ("button", 0, "button"), ("choice", 0, ""), ("about", 0, ""), ("menu", 0, "")), "", "<BBHIHBhIH"),
    6: ("heartbeat", (("boot", 0, ""), ("uptime", 0, "")), "", "<BBHII"),
    7: ("ack", (("of", 0, ""), ("result", 0, "result")), "", "<BBHHB"),
    8: ("odd", (("boot", 0, ""), ("zone", 0, "zone"), ("column", 0, ""), ("hundredths", 0, "")), "", "<BBHIBBh"),
    9: ("tag", (), "label", "<BBH"),
    10: ("report", (), "line", "<BBH"),
    11: ("measured", (("boot", 0, ""), ("zone", 0, "zone"), ("column", 0, ""), ("pieces", 0, ""), ("zero", 0, ""), ("unit", 0, ""), ("wavers", 0, "")), "", "<BBHIBBBffH"),
    64: ("identify", (("nonce", 0, ""),), "", "<BBHI"),
    65: ("recount", (), "", "<BBH"),
    66: ("accepted", (("number", 0, ""), ("fate", 0, "fate")), "", "<BBHHB"),
    67: ("list", (("about", 0, ""), ("count", 0, "")), "title", "<BBHIB"),
    68: ("item", (("about", 0, ""), ("index", 0, "")), "label", "<BBHIB"),
    69: ("range", (("about", 0, ""), ("least", 0, ""), ("most", 0, "")), "title", "<BBHIhh"),
    70: ("text", (("line", 0, ""),), "text", "<BBHB"),
    71: ("truth", (("gold", 0, ""),), "", "<BBHh"),
    72: ("lamp", (("index", 0, ""), ("red", 0, ""), ("green", 0, ""), ("blue", 0, "")), "", "<BBHBBBB"),
    73: ("tare", (("zone", 0, "zone"),), "", "<BBHB"),
    74: ("calibrate", (("zone", 0, "zone"), ("column", 0, ""), ("pieces", 0, "")), "", "<BBHBBB"),
    75: ("diagnose", (), "", "<BBH"),
    76: ("restore", (("zone", 0, "zone"), ("column", 0, ""), ("zero", 0, ""), ("unit", 0, "")), "", "<BBHBBff"),
    77: ("strip", (("about", 0, ""), ("colours", 24, "")), "", "<BBHI24B"),
}
