CREATE TABLE oidc_session (id text PRIMARY KEY, session bytea NOT NULL, expires_at timestamptz NOT NULL);
CREATE INDEX ON oidc_session (expires_at);
