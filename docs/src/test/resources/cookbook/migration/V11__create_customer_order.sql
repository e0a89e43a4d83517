CREATE TABLE customer_order (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    customer text NOT NULL
);

CREATE TABLE order_count (orders bigint NOT NULL);

INSERT INTO order_count VALUES (0);
