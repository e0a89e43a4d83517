CREATE TABLE customer (
    id    uuid PRIMARY KEY,
    name  text NOT NULL,
    email text,
    city  text
);
