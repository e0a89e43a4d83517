CREATE TABLE user_role (
    username text NOT NULL,
    role     text NOT NULL,
    PRIMARY KEY (username, role)
);
