-- Source of truth: what version 1 of the database held, dumped from it once; never changed.
BEGIN TRANSACTION;
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
);
INSERT INTO "decisions" VALUES(1,1,1,'2025-03-01T12:00:01.000000+00:00',1,'vegas-downtown','0123456789ab','player','hard','hard 16 v T','H','10h 6s','T6','T',1,'["hit", "stand", "double"]','stand','hit','hit',0,0.0179,'inaccuracy','[["hit", -0.5241], ["stand", -0.542], ["double", -1.0482]]',1400,0,0,1,'7',2095483696);
INSERT INTO "decisions" VALUES(2,1,2,'2025-03-01T12:00:02.000000+00:00',2,'vegas-downtown','0123456789ab','player','hard','hard 16 v T','H','10h 6s','T6','T',1,'["hit", "stand", "double"]','stand','hit','hit',0,0.0179,'inaccuracy','[["hit", -0.5241], ["stand", -0.542], ["double", -1.0482]]',1400,1,0,1,'7',1638643660);
INSERT INTO "decisions" VALUES(3,2,1,'2025-03-01T12:00:01.000000+00:00',1,'vegas-strip','ba9876543210','insurance','insurance','insurance v A','N','10h 6s','T6','A',1,'["yes", "no"]','no','no','no',1,0.0,'none','[["yes", -0.0385], ["no", 0.0]]',NULL,0,0,1,'1180591620717411303424',1217292214);
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
);
INSERT INTO "sessions" VALUES(1,'2025-03-01T12:00:00.000000+00:00','2025-03-01T12:01:00.000000+00:00','vegas-downtown','0123456789ab','everything','7','1.0',0,1230830802);
INSERT INTO "sessions" VALUES(2,'2025-03-01T12:00:00.000000+00:00',NULL,'vegas-strip','ba9876543210','everything','1180591620717411303424','1.0',0,3737995711);
COMMIT;
PRAGMA user_version = 1;
