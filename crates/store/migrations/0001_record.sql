-- The record of what happened; docs/audit-chain.md says how the hashes are made.
CREATE TABLE event (
    seq     INTEGER PRIMARY KEY,
    at      INTEGER NOT NULL,
    session TEXT,
    kind    TEXT NOT NULL,
    fields  BLOB NOT NULL,
    prev    BLOB NOT NULL,
    hash    BLOB NOT NULL
) STRICT;
CREATE INDEX event_of_session ON event (session, seq) WHERE session IS NOT NULL;

-- Where the chain begins after its oldest part was removed: the last event that is gone.
CREATE TABLE anchor (
    one  INTEGER PRIMARY KEY CHECK (one = 1),
    seq  INTEGER NOT NULL,
    hash BLOB NOT NULL
) STRICT;

-- What is known of each session now; how it came to be is told by its events.
CREATE TABLE session (
    id         TEXT PRIMARY KEY,
    name       TEXT,
    argv       BLOB NOT NULL, -- every argument followed by a zero byte
    folder     BLOB NOT NULL,
    pid        INTEGER,
    host_pid   INTEGER,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER,
    exit_kind  TEXT CHECK (exit_kind IN ('code', 'signal')),
    exit_code  INTEGER
) STRICT;
CREATE INDEX session_by_name ON session (name, started_at);
CREATE INDEX session_by_start ON session (started_at);
