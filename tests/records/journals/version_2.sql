-- Tables of version 2, with digests: the games of version 1 as the program with these tables has stored them anew.
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE actions (
        game INTEGER NOT NULL,
        ply INTEGER NOT NULL,
        line TEXT NOT NULL,
        checksum TEXT NOT NULL,
        at TEXT NOT NULL,
        digest TEXT NOT NULL,
        PRIMARY KEY (game, ply)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "actions" VALUES(1,1,'{"do": "explore", "by": "Gaëlle", "pile": "left"}','31b52c1838f5b98e','2026-01-01T18:00:00+00:00','bc46f29571f9e429');
INSERT INTO "actions" VALUES(1,2,'{"do": "explore", "by": "Hugo", "pile": "right"}','5d5cb6d0935dfbc5','2026-01-01T18:00:00+00:00','8e7e2b4b80117f95');
INSERT INTO "actions" VALUES(1,3,'{"do": "explore", "by": "Gaëlle", "pile": "left"}','3e27005a5e2bc2b0','2026-01-01T18:00:00+00:00','35869b456437a475');
INSERT INTO "actions" VALUES(1,4,'{"do": "explore", "by": "Hugo", "pile": "left"}','357d9bf33fa29ac9','2026-01-01T18:00:00+00:00','121cf010d39d1b25');
INSERT INTO "actions" VALUES(2,1,'{"do": "explore", "by": "Ada", "pile": "left"}','2e53737c0594b4e4','2026-01-01T18:00:03+00:00','ca32db79409a75ef');
INSERT INTO "actions" VALUES(2,2,'{"do": "explore", "by": "Bo", "pile": "right"}','2e9722d713eff920','2026-01-01T18:00:03+00:00','db0385b2fc088db8');
INSERT INTO "actions" VALUES(2,3,'{"do": "explore", "by": "Ada", "pile": "left"}','8dd8ba8209c8291f','2026-01-01T18:00:03+00:00','c22bd62e500fddf5');
INSERT INTO "actions" VALUES(2,4,'{"do": "explore", "by": "Bo", "pile": "right"}','5ce6174eac7e0cac','2026-01-01T18:00:03+00:00','cc45a36c8c228b99');
INSERT INTO "actions" VALUES(2,5,'{"do": "explore", "by": "Ada", "pile": "left"}','1f93942a43d2f257','2026-01-01T18:00:03+00:00','642c881c95990514');
INSERT INTO "actions" VALUES(2,6,'{"do": "explore", "by": "Bo", "pile": "right"}','c4815d3fc23c787c','2026-01-01T18:00:03+00:00','d99f962419340d5d');
INSERT INTO "actions" VALUES(2,7,'{"do": "secure", "by": "Ada"}','b8c5e72bc5b53942','2026-01-01T18:00:03+00:00','5b0edaac31f0c1db');
CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        header_line TEXT NOT NULL,
        colours TEXT NOT NULL,
        seed TEXT NOT NULL,
        ply INTEGER NOT NULL,
        end_ply INTEGER,
        is_aside INTEGER NOT NULL,
        opened INTEGER NOT NULL,
        draft TEXT,
        started_at TEXT NOT NULL,
        changed_at TEXT NOT NULL,
        damaged TEXT NOT NULL,
        actions INTEGER NOT NULL,
        last TEXT NOT NULL,
        digest TEXT NOT NULL
    ) STRICT;
INSERT INTO "games" VALUES(1,'{"record": 1, "game": "maudite_momie", "players": ["Gaëlle", "Hugo"]}','red blue','',2,NULL,0,2,NULL,'2026-01-01T18:00:00+00:00','2026-01-01T18:00:02+00:00','',4,'121cf010d39d1b25','d1250648cc6e22cf');
INSERT INTO "games" VALUES(2,'{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"]}','red blue','',7,NULL,0,4,'[{"treasure":"vase","count":1}]','2026-01-01T18:00:03+00:00','2026-01-01T18:00:03+00:00','',7,'5b0edaac31f0c1db','e3ea987d6a5e7d2a');
CREATE TABLE seal (
        version INTEGER NOT NULL,
        journal TEXT NOT NULL,
        changes INTEGER NOT NULL,
        entries TEXT NOT NULL,
        digest TEXT NOT NULL
    ) STRICT;
INSERT INTO "seal" VALUES(2,'a8752854207f73c9',3,'a8b7c0e3397e6ccf','443764ec6e1e9ce5');
CREATE TABLE settings (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL,
        digest TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO "settings" VALUES('language','en','9a785ed69f4e332a');
COMMIT;
