CREATE TABLE item (
    id   integer PRIMARY KEY,
    name varchar(40) NOT NULL
);

INSERT INTO item (id, name)
SELECT id, 'item ' || id
FROM generate_series(1, 1000) AS id;
