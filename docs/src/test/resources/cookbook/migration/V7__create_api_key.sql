CREATE TABLE api_key (
    sha256     text PRIMARY KEY,
    owner      text NOT NULL,
    roles      text[] NOT NULL,
    expires_at timestamptz NOT NULL
);
