"""The tables of a convention's desk in PostgreSQL, made and brought up to date step by step."""

from __future__ import annotations

from collections.abc import Sequence

import psycopg

from engine.errors import WrongFile

LOCK = 0x4445534B
"""The advisory lock ("DESK") that lets one desk at a time change the tables."""
_FIRST = """
CREATE TABLE entry (
    place TEXT NOT NULL, game TEXT NOT NULL, number INTEGER NOT NULL, at DOUBLE PRECISION NOT NULL,
    origin TEXT NOT NULL, command BYTEA NOT NULL, events BYTEA NOT NULL, digest TEXT NOT NULL, evidence TEXT NOT NULL,
    PRIMARY KEY (place, game, number)
);
CREATE FUNCTION entries_only_grow() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the journal only grows'; END $$;
CREATE TRIGGER entries_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON entry
    FOR EACH STATEMENT EXECUTE FUNCTION entries_only_grow();
CREATE TABLE game (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, place TEXT NOT NULL, game TEXT NOT NULL, UNIQUE (place, game)
);
CREATE TABLE lie (
    place TEXT NOT NULL, game TEXT NOT NULL, number INTEGER NOT NULL, why TEXT NOT NULL, at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (place, game, number)
);
CREATE TABLE ruling (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id TEXT NOT NULL UNIQUE, place TEXT NOT NULL,
    said BYTEA NOT NULL, at DOUBLE PRECISION NOT NULL, entry INTEGER NOT NULL DEFAULT 0,
    refused TEXT NOT NULL DEFAULT '', sent DOUBLE PRECISION NOT NULL DEFAULT 0
);
CREATE INDEX open_rulings ON ruling (seq) WHERE entry = 0 AND refused = '';
CREATE TABLE document (name TEXT PRIMARY KEY, data BYTEA NOT NULL);
CREATE TABLE place (
    place TEXT PRIMARY KEY, online BOOLEAN NOT NULL, since DOUBLE PRECISION NOT NULL, differs INTEGER NOT NULL,
    game TEXT NOT NULL, at DOUBLE PRECISION NOT NULL
);
CREATE TABLE card (place TEXT PRIMARY KEY, data BYTEA NOT NULL);
"""
_PICTURES = """
CREATE TABLE picture (
    place TEXT NOT NULL, game TEXT NOT NULL, challenge INTEGER NOT NULL, part INTEGER NOT NULL, parts INTEGER NOT NULL,
    digest TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, kept DOUBLE PRECISION NOT NULL, said BYTEA NOT NULL,
    PRIMARY KEY (place, game, challenge, part)
);
ALTER TABLE place ADD COLUMN pictures BOOLEAN NOT NULL DEFAULT FALSE;
"""
STEPS = (_FIRST, _PICTURES)
"""What leads from each version of the tables to the next one; the first makes them."""


def open_schema(base: psycopg.Connection, steps: Sequence[str] = STEPS) -> None:
    """Make the tables, or bring them up to date, each step whole or not at all; `WrongFile` for newer ones."""
    with base.transaction():
        base.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
        base.execute("CREATE TABLE IF NOT EXISTS desk_schema (version INTEGER NOT NULL)")
        row = base.execute("SELECT version FROM desk_schema").fetchone()
        version = int(row[0]) if row else 0
        if version > len(steps):
            raise WrongFile(
                f"the desk's database has tables of version {version}, this companion knows {len(steps)}: "
                "take the companion that made them, or a newer one"
            )
        for step in steps[version:]:
            base.execute(step.encode())
        if version < len(steps):
            base.execute("DELETE FROM desk_schema")
            base.execute("INSERT INTO desk_schema VALUES (%s)", (len(steps),))
