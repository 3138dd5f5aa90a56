-- Tables of version 1, as the first program that kept games wrote them: two games begun, the first with two actions taken
-- back, the second amid a hand of cards.
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE games (
            id INTEGER PRIMARY KEY,
            header_line TEXT NOT NULL,
            colours TEXT NOT NULL,
            ply INTEGER NOT NULL,
            end_ply INTEGER,
            is_aside INTEGER NOT NULL,
            opened INTEGER NOT NULL,
            draft TEXT,
            started_at TEXT NOT NULL,
            changed_at TEXT NOT NULL
        ) STRICT;
INSERT INTO games VALUES(1,'{"record": 1, "game": "maudite_momie", "players": ["Gaëlle", "Hugo"]}','red blue',2,NULL,0,2,NULL,'2026-01-01T18:00:00+00:00','2026-01-01T18:00:02+00:00');
INSERT INTO games VALUES(2,'{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"]}','red blue',7,NULL,0,4,'[{"treasure":"vase","count":1}]','2026-01-01T18:00:03+00:00','2026-01-01T18:00:03+00:00');
CREATE TABLE actions (
            game INTEGER NOT NULL,
            ply INTEGER NOT NULL,
            line TEXT NOT NULL,
            checksum TEXT NOT NULL,
            at TEXT NOT NULL,
            PRIMARY KEY (game, ply)
        ) STRICT, WITHOUT ROWID;
INSERT INTO actions VALUES(1,1,'{"do": "explore", "by": "Gaëlle", "pile": "left"}','31b52c1838f5b98e','2026-01-01T18:00:00+00:00');
INSERT INTO actions VALUES(1,2,'{"do": "explore", "by": "Hugo", "pile": "right"}','5d5cb6d0935dfbc5','2026-01-01T18:00:00+00:00');
INSERT INTO actions VALUES(1,3,'{"do": "explore", "by": "Gaëlle", "pile": "left"}','3e27005a5e2bc2b0','2026-01-01T18:00:00+00:00');
INSERT INTO actions VALUES(1,4,'{"do": "explore", "by": "Hugo", "pile": "left"}','357d9bf33fa29ac9','2026-01-01T18:00:00+00:00');
INSERT INTO actions VALUES(2,1,'{"do": "explore", "by": "Ada", "pile": "left"}','2e53737c0594b4e4','2026-01-01T18:00:03+00:00');
INSERT INTO actions VALUES(2,2,'{"do": "explore", "by": "Bo", "pile": "right"}','2e9722d713eff920','2026-01-01T18:00:03+00:00');
INSERT INTO actions VALUES(2,3,'{"do": "explore", "by": "Ada", "pile": "left"}','8dd8ba8209c8291f','2026-01-01T18:00:03+00:00');
INSERT INTO actions VALUES(2,4,'{"do": "explore", "by": "Bo", "pile": "right"}','5ce6174eac7e0cac','2026-01-01T18:00:03+00:00');
INSERT INTO actions VALUES(2,5,'{"do": "explore", "by": "Ada", "pile": "left"}','1f93942a43d2f257','2026-01-01T18:00:03+00:00');
INSERT INTO actions VALUES(2,6,'{"do": "explore", "by": "Bo", "pile": "right"}','c4815d3fc23c787c','2026-01-01T18:00:03+00:00');
INSERT INTO actions VALUES(2,7,'{"do": "secure", "by": "Ada"}','b8c5e72bc5b53942','2026-01-01T18:00:03+00:00');
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO settings VALUES('language','en');
COMMIT;
