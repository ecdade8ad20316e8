"""What the database looks like: numbered migrations, each a tuple of SQL statements.

``MIGRATIONS[0]`` makes version 1 of an empty file, ``MIGRATIONS[n]`` makes version n + 1 of
version n; SQLite's ``user_version`` holds the number. A migration that was ever released is not
edited again. The columns of a table are the fields of its record, and a checksum of them all.
"""

from __future__ import annotations

_SESSIONS = """
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY,
    started_at TEXT NOT NULL,
    ended_at TEXT,
    game TEXT NOT NULL,
    rules_digest TEXT NOT NULL,
    drill TEXT NOT NULL,
    seed TEXT NOT NULL,
    version TEXT NOT NULL,
    helped INTEGER NOT NULL CHECK (helped IN (0, 1)),
    checksum INTEGER NOT NULL
)
"""

# stored counts up: the order of answers, whatever the clock did.
_DECISIONS = """
CREATE TABLE decisions (
    stored INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (id),
    n INTEGER NOT NULL CHECK (n >= 1),
    answered_at TEXT NOT NULL,
    round INTEGER NOT NULL CHECK (round >= 1),
    game TEXT NOT NULL,
    rules_digest TEXT NOT NULL,
    phase TEXT NOT NULL CHECK (phase IN ('player', 'insurance')),
    category TEXT NOT NULL
        CHECK (category IN ('hard', 'soft', 'pair', 'surrender', 'insurance')),
    cell TEXT NOT NULL,
    code TEXT NOT NULL,
    cards TEXT NOT NULL,
    hand TEXT NOT NULL,
    upcard TEXT NOT NULL,
    split_hands INTEGER NOT NULL CHECK (split_hands >= 1),
    legal TEXT NOT NULL,
    answer TEXT NOT NULL,
    chart_action TEXT NOT NULL,
    best_action TEXT NOT NULL,
    "right" INTEGER NOT NULL CHECK ("right" IN (0, 1)),
    cost REAL NOT NULL CHECK (cost >= 0),
    severity TEXT NOT NULL
        CHECK (severity IN ('none', 'close call', 'inaccuracy', 'mistake', 'blunder')),
    "values" TEXT NOT NULL,
    milliseconds INTEGER CHECK (milliseconds >= 0),
    slip INTEGER NOT NULL CHECK (slip IN (0, 1)),
    hinted INTEGER NOT NULL CHECK (hinted IN (0, 1)),
    "natural" INTEGER NOT NULL CHECK ("natural" IN (0, 1)),
    seed TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    UNIQUE (session, n)
)
"""

_ROUNDS = """
CREATE TABLE rounds (
    id INTEGER PRIMARY KEY,
    started_at TEXT NOT NULL,
    ended_at TEXT,
    game TEXT NOT NULL,
    rules TEXT NOT NULL,
    rules_digest TEXT NOT NULL,
    version TEXT NOT NULL,
    session INTEGER NOT NULL REFERENCES sessions (id),
    shoe_seed TEXT NOT NULL,
    shoe_dealt INTEGER NOT NULL CHECK (shoe_dealt >= 0),
    bets TEXT NOT NULL,
    balance_cents INTEGER NOT NULL CHECK (balance_cents > 0),
    payout_cents INTEGER CHECK (payout_cents >= -balance_cents),
    coached INTEGER NOT NULL CHECK (coached IN (0, 1)),
    checksum INTEGER NOT NULL,
    CHECK ((ended_at IS NULL) = (payout_cents IS NULL))
)
"""

_ONE_UNFINISHED = """
CREATE UNIQUE INDEX one_unfinished_round ON rounds (ended_at IS NULL) WHERE ended_at IS NULL
"""

_STEPS = """
CREATE TABLE steps (
    round INTEGER NOT NULL REFERENCES rounds (id),
    n INTEGER NOT NULL CHECK (n >= 1),
    at TEXT NOT NULL,
    choice TEXT NOT NULL
        CHECK (choice IN ('yes', 'no', 'hit', 'stand', 'double', 'split', 'surrender')),
    checksum INTEGER NOT NULL,
    UNIQUE (round, n)
)
"""

# The ledger: what wallet and table held after each move; the last line is what the player has.
_MOVES = """
CREATE TABLE moves (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('start', 'deposit', 'rebuy', 'cash out', 'round')),
    round INTEGER UNIQUE REFERENCES rounds (id),
    wallet_cents INTEGER NOT NULL CHECK (wallet_cents >= 0),
    balance_cents INTEGER NOT NULL CHECK (balance_cents >= 0),
    checksum INTEGER NOT NULL,
    CHECK ((kind = 'round') = (round IS NOT NULL))
)
"""

_STARS = """
CREATE TABLE stars (
    rules_digest TEXT NOT NULL,
    cell TEXT NOT NULL,
    at TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    UNIQUE (rules_digest, cell)
)
"""

_CARDS = """
CREATE TABLE cards (
    round INTEGER NOT NULL UNIQUE REFERENCES rounds (id),
    cards TEXT NOT NULL,
    checksum INTEGER NOT NULL
)
"""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (_SESSIONS, _DECISIONS),
    (_ROUNDS, _ONE_UNFINISHED, _STEPS, _MOVES),
    (_STARS,),
    (_CARDS,),
)
