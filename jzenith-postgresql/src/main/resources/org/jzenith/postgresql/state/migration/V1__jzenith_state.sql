CREATE TABLE IF NOT EXISTS jzenith_state (key text COLLATE "C" PRIMARY KEY, value bytea, count bigint NOT NULL DEFAULT 0, expires_at timestamptz NOT NULL);
CREATE INDEX IF NOT EXISTS jzenith_state_expires_at_idx ON jzenith_state (expires_at);
