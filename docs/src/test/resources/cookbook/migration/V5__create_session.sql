CREATE TABLE session (
    id      uuid PRIMARY KEY,
    expires timestamptz NOT NULL
);
