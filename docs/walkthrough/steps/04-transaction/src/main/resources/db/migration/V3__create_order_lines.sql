CREATE TABLE order_lines (
    order_id uuid           NOT NULL REFERENCES orders,
    position integer        NOT NULL,
    article  varchar(100)   NOT NULL REFERENCES articles,
    quantity integer        NOT NULL CHECK (quantity > 0),
    price    numeric(10, 2) NOT NULL,
    PRIMARY KEY (order_id, position)
);
