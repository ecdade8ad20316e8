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

# What is known of a session wherever its answers go. Those stored before have one that every copy
# of their history gives them alike.
_SESSION_UIDS = """
CREATE TABLE session_uids (
    session INTEGER PRIMARY KEY REFERENCES sessions (id),
    uid TEXT NOT NULL UNIQUE CHECK (length(uid) = 32)
)
"""
_UIDS_OF_BEFORE = """
INSERT INTO session_uids (session, uid)
SELECT id, printf('%016x%016x', id, checksum) FROM sessions
"""

# The answers to a cell in their order: rowids, that is stored, end every index.
_BY_CELL = "CREATE INDEX decisions_by_cell ON decisions (rules_digest, cell)"

# What tallies are made of; opens: the answer is the first that counts of a round dealt as the game
# deals. No hand takes 60 decisions.
_FACTS = """
CREATE VIEW facts AS
SELECT stored, session, n, answered_at, decisions.game, decisions.rules_digest, cell, category,
    sessions.drill = '(play)' AS played, "natural", hinted OR sessions.helped AS helped,
    coalesce(julianday(answered_at) - julianday((
        SELECT before.answered_at FROM decisions AS before
        WHERE before.rules_digest = decisions.rules_digest AND before.cell = decisions.cell
            AND before.stored < decisions.stored
        ORDER BY before.stored DESC LIMIT 1
    )) >= 1, 0) AS retained,
    "right", cost, milliseconds, slip,
    "natural" AND NOT slip AND NOT EXISTS (
        SELECT 1 FROM decisions AS before
        WHERE before.session = decisions.session AND before.round = decisions.round
            AND before.n < decisions.n AND before.n >= decisions.n - 60 AND NOT before.slip
    ) AS opens
FROM decisions JOIN sessions ON sessions.id = decisions.session
"""
_TALLIES = """
CREATE TABLE tallies (
    game TEXT NOT NULL,
    rules_digest TEXT NOT NULL,
    cell TEXT NOT NULL,
    category TEXT NOT NULL,
    played INTEGER NOT NULL,
    "natural" INTEGER NOT NULL,
    helped INTEGER NOT NULL,
    retained INTEGER NOT NULL,
    decisions INTEGER NOT NULL,
    "right" INTEGER NOT NULL,
    cost REAL NOT NULL,
    timed INTEGER NOT NULL,
    milliseconds INTEGER NOT NULL,
    slips INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    latest INTEGER NOT NULL,
    PRIMARY KEY (game, rules_digest, cell, category, played, "natural", helped, retained)
) WITHOUT ROWID
"""
_TIMES = """
CREATE TABLE times (
    game TEXT NOT NULL,
    rules_digest TEXT NOT NULL,
    milliseconds INTEGER NOT NULL,
    answers INTEGER NOT NULL,
    PRIMARY KEY (game, rules_digest, milliseconds)
) WITHOUT ROWID
"""
TALLY = """game, rules_digest, cell, category, played, "natural", helped, retained,
    sum(NOT slip), sum(NOT slip AND "right"), sum((NOT slip) * cost),
    sum(NOT slip AND milliseconds IS NOT NULL), sum((NOT slip) * coalesce(milliseconds, 0)),
    sum(slip), sum(opens), max(stored)"""
"""The columns of a tally, as facts add up to them."""

COUNT_ALL = (
    f"""
INSERT INTO tallies
SELECT {TALLY}
FROM facts
GROUP BY game, rules_digest, cell, category, played, "natural", helped, retained
""",
    """
INSERT INTO times
SELECT game, rules_digest, milliseconds, count(*) FROM decisions
WHERE milliseconds IS NOT NULL AND NOT slip GROUP BY game, rules_digest, milliseconds
""",
)
"""The statements that count all answers into empty tallies."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (_SESSIONS, _DECISIONS),
    (_ROUNDS, _ONE_UNFINISHED, _STEPS, _MOVES),
    (_STARS,),
    (_CARDS,),
    (_SESSION_UIDS, _UIDS_OF_BEFORE, _BY_CELL, _FACTS, _TALLIES, _TIMES, *COUNT_ALL),
)
