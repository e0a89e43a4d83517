CREATE TABLE orders (
    id       uuid           PRIMARY KEY,
    customer varchar(100)   NOT NULL,
    amount   numeric(12, 2) NOT NULL CHECK (amount > 0),
    status   varchar(20)    NOT NULL,
    created  timestamptz    NOT NULL DEFAULT now()
);

CREATE INDEX orders_by_created ON orders (created DESC, id);
