CREATE TABLE IF NOT EXISTS oidc_session (id text PRIMARY KEY, session bytea NOT NULL, expires_at timestamptz NOT NULL);
CREATE INDEX IF NOT EXISTS oidc_session_expires_at_idx ON oidc_session (expires_at);
