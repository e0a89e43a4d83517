CREATE TABLE customer (name text PRIMARY KEY, ordered bigint NOT NULL DEFAULT 0);
CREATE TABLE orders (
    customer text,
    number bigint,
    amount int NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (customer, number)
);
CREATE TABLE ledger (
    customer text PRIMARY KEY,
    balance bigint NOT NULL DEFAULT 0,
    last bigint NOT NULL DEFAULT 0,
    out_of_order bigint NOT NULL DEFAULT 0
);
INSERT INTO customer (name) SELECT 'customer-' || i FROM generate_series(0, 19) AS i;
INSERT INTO ledger (customer) SELECT name FROM customer;
CREATE TABLE delivery (
    id bigserial PRIMARY KEY,
    customer text NOT NULL,
    number bigint NOT NULL,
    instance text NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE turn (
    id bigserial PRIMARY KEY,
    term bigint NOT NULL,
    instance text NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
);
