CREATE TABLE users (
    id    uuid PRIMARY KEY,
    name  varchar(100) NOT NULL,
    email varchar(254) UNIQUE
);

CREATE INDEX users_by_name ON users (name, id);

CREATE TABLE user_names (
    user_id uuid         NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name    varchar(100) NOT NULL,
    since   timestamp(6) NOT NULL DEFAULT current_timestamp(6)
);
