-- Questions that were brought to somebody, and what became of each; how it came to be is told by the events.
CREATE TABLE prompt (
    id          TEXT PRIMARY KEY,
    session     TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    agent       TEXT NOT NULL,
    tool        TEXT,
    kind        TEXT NOT NULL,
    question    TEXT NOT NULL,
    subject     TEXT,
    partial     INTEGER NOT NULL CHECK (partial IN (0, 1)),
    choices     TEXT NOT NULL, -- labels, one a line
    folder      TEXT NOT NULL,
    verdict     TEXT,
    danger      TEXT,
    rule        TEXT,
    reasons     TEXT NOT NULL, -- one a line
    status      TEXT NOT NULL CHECK (status IN ('open', 'claimed', 'landed', 'stale', 'expired', 'terminal', 'gone', 'failed')),
    nonce       BLOB NOT NULL,
    asked_at    INTEGER NOT NULL,
    expires_at  INTEGER,
    answer      TEXT,
    answered_by TEXT,
    answered_at INTEGER,
    ended_at    INTEGER,
    CHECK ((ended_at IS NULL) = (status IN ('open', 'claimed')))
) STRICT;
CREATE INDEX prompt_by_time ON prompt (asked_at);
CREATE INDEX prompt_of_session ON prompt (session, asked_at);
CREATE INDEX prompt_standing ON prompt (asked_at) WHERE ended_at IS NULL;
CREATE INDEX prompt_by_end ON prompt (ended_at) WHERE ended_at IS NOT NULL;
