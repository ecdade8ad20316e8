BEGIN TRANSACTION;
CREATE TABLE cards (
    round INTEGER NOT NULL UNIQUE REFERENCES rounds (id),
    cards TEXT NOT NULL,
    checksum INTEGER NOT NULL
);
INSERT INTO "cards" VALUES(1,'["4s", "10h", "4d", "Kc", "3h", "8c", "Qs", "10s"]',3781082378);
INSERT INTO "cards" VALUES(2,'["3c", "8d", "Kh", "4c", "Qd"]',1813441348);
INSERT INTO "cards" VALUES(3,'["4h", "Qd", "2d", "7d", "5s", "Ah", "4d"]',1490242095);
INSERT INTO "cards" VALUES(4,'["2s", "2d", "6c", "7s", "5s", "Qc"]',2422385813);
INSERT INTO "cards" VALUES(5,'["Qh", "2s", "2c", "2d", "4h", "5h", "4c", "10s"]',2899115868);
INSERT INTO "cards" VALUES(6,'["4d", "10h", "Jd", "7s", "Kc"]',4119189557);
INSERT INTO "cards" VALUES(7,'["8s", "6c", "5d", "5d", "6c", "Qd"]',648460785);
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
CREATE TABLE moves (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('start', 'deposit', 'rebuy', 'cash out', 'round')),
    round INTEGER UNIQUE REFERENCES rounds (id),
    wallet_cents INTEGER NOT NULL CHECK (wallet_cents >= 0),
    balance_cents INTEGER NOT NULL CHECK (balance_cents >= 0),
    checksum INTEGER NOT NULL,
    CHECK ((kind = 'round') = (round IS NOT NULL))
);
INSERT INTO "moves" VALUES(1,'2025-03-02T20:00:05.000000+00:00','start',NULL,80000,20000,238433944);
INSERT INTO "moves" VALUES(2,'2025-03-02T20:00:15.000000+00:00','rebuy',NULL,75000,25000,2560298222);
INSERT INTO "moves" VALUES(3,'2025-03-02T20:00:40.000000+00:00','round',1,75000,23000,52820995);
INSERT INTO "moves" VALUES(4,'2025-03-02T20:00:50.000000+00:00','round',2,75000,22000,3375948887);
INSERT INTO "moves" VALUES(5,'2025-03-02T20:01:15.000000+00:00','round',3,75000,21000,2778841837);
INSERT INTO "moves" VALUES(6,'2025-03-02T20:01:30.000000+00:00','round',4,75000,20000,233986165);
INSERT INTO "moves" VALUES(7,'2025-03-02T20:01:45.000000+00:00','round',5,75000,21000,539468277);
INSERT INTO "moves" VALUES(8,'2025-03-02T20:01:55.000000+00:00','round',6,75000,20000,381196971);
INSERT INTO "moves" VALUES(9,'2025-03-02T20:02:10.000000+00:00','round',7,75000,19000,3176919325);
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
);
INSERT INTO "rounds" VALUES(1,'2025-03-02T20:00:20.000000+00:00','2025-03-02T20:00:40.000000+00:00','las-vegas-downtown','{"name": "Las Vegas Downtown Blackjack", "slug": "las-vegas-downtown", "source": "The game''s own rules page, Las Vegas Downtown Blackjack", "decks": 8, "soft_17": "hit", "hole_card": "peek", "blackjack_pays": "3:2", "double_on": "any", "double_soft": true, "double_after_split": true, "split_by": "value", "max_hands": 4, "max_ace_hands": 2, "split_aces_draw": "one", "surrender": "late", "surrender_except": [], "insurance": true, "insurance_pays": "2:1", "insurance_with_blackjack": false, "card_limit": null, "charlie": null, "shuffle": 0.1, "min_bet": 1, "max_bet": 200, "chips": [1, 5, 25, 100], "boxes": 1}','3cb2608fdd62','0.1.0',3,'12/1',0,'[1000]',25000,-2000,1,2452056075);
INSERT INTO "rounds" VALUES(2,'2025-03-02T20:00:45.000000+00:00','2025-03-02T20:00:50.000000+00:00','las-vegas-downtown','{"name": "Las Vegas Downtown Blackjack", "slug": "las-vegas-downtown", "source": "The game''s own rules page, Las Vegas Downtown Blackjack", "decks": 8, "soft_17": "hit", "hole_card": "peek", "blackjack_pays": "3:2", "double_on": "any", "double_soft": true, "double_after_split": true, "split_by": "value", "max_hands": 4, "max_ace_hands": 2, "split_aces_draw": "one", "surrender": "late", "surrender_except": [], "insurance": true, "insurance_pays": "2:1", "insurance_with_blackjack": false, "card_limit": null, "charlie": null, "shuffle": 0.1, "min_bet": 1, "max_bet": 200, "chips": [1, 5, 25, 100], "boxes": 1}','3cb2608fdd62','0.1.0',3,'12/1',8,'[1000]',23000,-1000,1,333939671);
INSERT INTO "rounds" VALUES(3,'2025-03-02T20:00:55.000000+00:00','2025-03-02T20:01:15.000000+00:00','las-vegas-downtown','{"name": "Las Vegas Downtown Blackjack", "slug": "las-vegas-downtown", "source": "The game''s own rules page, Las Vegas Downtown Blackjack", "decks": 8, "soft_17": "hit", "hole_card": "peek", "blackjack_pays": "3:2", "double_on": "any", "double_soft": true, "double_after_split": true, "split_by": "value", "max_hands": 4, "max_ace_hands": 2, "split_aces_draw": "one", "surrender": "late", "surrender_except": [], "insurance": true, "insurance_pays": "2:1", "insurance_with_blackjack": false, "card_limit": null, "charlie": null, "shuffle": 0.1, "min_bet": 1, "max_bet": 200, "chips": [1, 5, 25, 100], "boxes": 1}','3cb2608fdd62','0.1.0',3,'12/1',13,'[1000]',22000,-1000,1,3654680180);
INSERT INTO "rounds" VALUES(4,'2025-03-02T20:01:20.000000+00:00','2025-03-02T20:01:30.000000+00:00','las-vegas-downtown','{"name": "Las Vegas Downtown Blackjack", "slug": "las-vegas-downtown", "source": "The game''s own rules page, Las Vegas Downtown Blackjack", "decks": 8, "soft_17": "hit", "hole_card": "peek", "blackjack_pays": "3:2", "double_on": "any", "double_soft": true, "double_after_split": true, "split_by": "value", "max_hands": 4, "max_ace_hands": 2, "split_aces_draw": "one", "surrender": "late", "surrender_except": [], "insurance": true, "insurance_pays": "2:1", "insurance_with_blackjack": false, "card_limit": null, "charlie": null, "shuffle": 0.1, "min_bet": 1, "max_bet": 200, "chips": [1, 5, 25, 100], "boxes": 1}','3cb2608fdd62','0.1.0',3,'12/1',20,'[1000]',21000,-1000,1,1829446365);
INSERT INTO "rounds" VALUES(5,'2025-03-02T20:01:35.000000+00:00','2025-03-02T20:01:45.000000+00:00','las-vegas-downtown','{"name": "Las Vegas Downtown Blackjack", "slug": "las-vegas-downtown", "source": "The game''s own rules page, Las Vegas Downtown Blackjack", "decks": 8, "soft_17": "hit", "hole_card": "peek", "blackjack_pays": "3:2", "double_on": "any", "double_soft": true, "double_after_split": true, "split_by": "value", "max_hands": 4, "max_ace_hands": 2, "split_aces_draw": "one", "surrender": "late", "surrender_except": [], "insurance": true, "insurance_pays": "2:1", "insurance_with_blackjack": false, "card_limit": null, "charlie": null, "shuffle": 0.1, "min_bet": 1, "max_bet": 200, "chips": [1, 5, 25, 100], "boxes": 1}','3cb2608fdd62','0.1.0',3,'12/1',26,'[1000]',20000,1000,1,2600912434);
INSERT INTO "rounds" VALUES(6,'2025-03-02T20:01:50.000000+00:00','2025-03-02T20:01:55.000000+00:00','las-vegas-downtown','{"name": "Las Vegas Downtown Blackjack", "slug": "las-vegas-downtown", "source": "The game''s own rules page, Las Vegas Downtown Blackjack", "decks": 8, "soft_17": "hit", "hole_card": "peek", "blackjack_pays": "3:2", "double_on": "any", "double_soft": true, "double_after_split": true, "split_by": "value", "max_hands": 4, "max_ace_hands": 2, "split_aces_draw": "one", "surrender": "late", "surrender_except": [], "insurance": true, "insurance_pays": "2:1", "insurance_with_blackjack": false, "card_limit": null, "charlie": null, "shuffle": 0.1, "min_bet": 1, "max_bet": 200, "chips": [1, 5, 25, 100], "boxes": 1}','3cb2608fdd62','0.1.0',3,'12/1',34,'[1000]',21000,-1000,1,1138958415);
INSERT INTO "rounds" VALUES(7,'2025-03-02T20:02:00.000000+00:00','2025-03-02T20:02:10.000000+00:00','las-vegas-downtown','{"name": "Las Vegas Downtown Blackjack", "slug": "las-vegas-downtown", "source": "The game''s own rules page, Las Vegas Downtown Blackjack", "decks": 8, "soft_17": "hit", "hole_card": "peek", "blackjack_pays": "3:2", "double_on": "any", "double_soft": true, "double_after_split": true, "split_by": "value", "max_hands": 4, "max_ace_hands": 2, "split_aces_draw": "one", "surrender": "late", "surrender_except": [], "insurance": true, "insurance_pays": "2:1", "insurance_with_blackjack": false, "card_limit": null, "charlie": null, "shuffle": 0.1, "min_bet": 1, "max_bet": 200, "chips": [1, 5, 25, 100], "boxes": 1}','3cb2608fdd62','0.1.0',3,'12/1',39,'[1000]',20000,-1000,1,38639414);
INSERT INTO "rounds" VALUES(8,'2025-03-02T20:02:15.000000+00:00',NULL,'las-vegas-downtown','{"name": "Las Vegas Downtown Blackjack", "slug": "las-vegas-downtown", "source": "The game''s own rules page, Las Vegas Downtown Blackjack", "decks": 8, "soft_17": "hit", "hole_card": "peek", "blackjack_pays": "3:2", "double_on": "any", "double_soft": true, "double_after_split": true, "split_by": "value", "max_hands": 4, "max_ace_hands": 2, "split_aces_draw": "one", "surrender": "late", "surrender_except": [], "insurance": true, "insurance_pays": "2:1", "insurance_with_blackjack": false, "card_limit": null, "charlie": null, "shuffle": 0.1, "min_bet": 1, "max_bet": 200, "chips": [1, 5, 25, 100], "boxes": 1}','3cb2608fdd62','0.1.0',3,'12/2',0,'[1000]',19000,NULL,1,3062044588);
CREATE TABLE session_uids (
    session INTEGER PRIMARY KEY REFERENCES sessions (id),
    uid TEXT NOT NULL UNIQUE CHECK (length(uid) = 32)
);
INSERT INTO "session_uids" VALUES(1,'000000000000000100000000495cfcd2');
INSERT INTO "session_uids" VALUES(2,'000000000000000200000000decd49bf');
INSERT INTO "session_uids" VALUES(3,'000000000000000300000000efc8d337');
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
INSERT INTO "sessions" VALUES(3,'2025-03-02T20:00:10.000000+00:00',NULL,'las-vegas-downtown','3cb2608fdd62','(play)','12','0.1.0',0,4022915895);
CREATE TABLE stars (
    rules_digest TEXT NOT NULL,
    cell TEXT NOT NULL,
    at TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    UNIQUE (rules_digest, cell)
);
INSERT INTO "stars" VALUES('0123456789ab','hard 16 v T','2025-03-02T20:05:00.000000+00:00',281506566);
INSERT INTO "stars" VALUES('0123456789ab','insurance v A','2025-03-02T20:06:00.000000+00:00',1533662238);
CREATE TABLE steps (
    round INTEGER NOT NULL REFERENCES rounds (id),
    n INTEGER NOT NULL CHECK (n >= 1),
    at TEXT NOT NULL,
    choice TEXT NOT NULL
        CHECK (choice IN ('yes', 'no', 'hit', 'stand', 'double', 'split', 'surrender')),
    checksum INTEGER NOT NULL,
    UNIQUE (round, n)
);
INSERT INTO "steps" VALUES(1,1,'2025-03-02T20:00:25.000000+00:00','split',3653072544);
INSERT INTO "steps" VALUES(1,2,'2025-03-02T20:00:30.000000+00:00','hit',1110140648);
INSERT INTO "steps" VALUES(1,3,'2025-03-02T20:00:35.000000+00:00','stand',43756825);
INSERT INTO "steps" VALUES(1,4,'2025-03-02T20:00:40.000000+00:00','hit',2106314269);
INSERT INTO "steps" VALUES(2,1,'2025-03-02T20:00:50.000000+00:00','hit',1495167242);
INSERT INTO "steps" VALUES(3,1,'2025-03-02T20:01:00.000000+00:00','hit',3291251215);
INSERT INTO "steps" VALUES(3,2,'2025-03-02T20:01:05.000000+00:00','hit',1183936194);
INSERT INTO "steps" VALUES(3,3,'2025-03-02T20:01:10.000000+00:00','hit',3514336557);
INSERT INTO "steps" VALUES(3,4,'2025-03-02T20:01:15.000000+00:00','stand',4068692905);
INSERT INTO "steps" VALUES(4,1,'2025-03-02T20:01:25.000000+00:00','hit',3191042880);
INSERT INTO "steps" VALUES(4,2,'2025-03-02T20:01:30.000000+00:00','hit',2818405721);
INSERT INTO "steps" VALUES(5,1,'2025-03-02T20:01:40.000000+00:00','hit',3152469686);
INSERT INTO "steps" VALUES(5,2,'2025-03-02T20:01:45.000000+00:00','stand',2135181673);
INSERT INTO "steps" VALUES(6,1,'2025-03-02T20:01:55.000000+00:00','hit',1423424823);
INSERT INTO "steps" VALUES(7,1,'2025-03-02T20:02:05.000000+00:00','hit',1501784175);
INSERT INTO "steps" VALUES(7,2,'2025-03-02T20:02:10.000000+00:00','stand',2822198253);
INSERT INTO "steps" VALUES(8,1,'2025-03-02T20:02:20.000000+00:00','split',2027284373);
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
;
INSERT INTO "tallies" VALUES('vegas-downtown','0123456789ab','hard 16 v T','hard',0,1,0,0,1,0,0.0179,1,1400,1,1,2);
INSERT INTO "tallies" VALUES('vegas-strip','ba9876543210','insurance v A','insurance',0,1,0,0,1,1,0.0,0,0,0,1,3);
CREATE TABLE times (
    game TEXT NOT NULL,
    rules_digest TEXT NOT NULL,
    milliseconds INTEGER NOT NULL,
    answers INTEGER NOT NULL,
    PRIMARY KEY (game, rules_digest, milliseconds)
) WITHOUT ROWID
;
INSERT INTO "times" VALUES('vegas-downtown','0123456789ab',1400,1);
CREATE UNIQUE INDEX one_unfinished_round ON rounds (ended_at IS NULL) WHERE ended_at IS NULL
;
CREATE INDEX decisions_by_cell ON decisions (rules_digest, cell);
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
FROM decisions JOIN sessions ON sessions.id = decisions.session;
COMMIT;
PRAGMA user_version = 5;
