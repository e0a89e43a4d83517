-- Ids of the same length in each answer.
CREATE TABLE orders (
    id       bigint GENERATED ALWAYS AS IDENTITY (START WITH 100000000) PRIMARY KEY,
    customer varchar(100) NOT NULL,
    email    varchar(254) NOT NULL,
    articles varchar(40)[] NOT NULL,
    express  boolean      NOT NULL,
    note     varchar(200)
);
