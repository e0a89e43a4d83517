CREATE TABLE thing (
    id int PRIMARY KEY
);
INSERT INTO thing VALUES (1);
