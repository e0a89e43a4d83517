CREATE TABLE other (id int);

INSERT INTO thing
VALUES (1);
