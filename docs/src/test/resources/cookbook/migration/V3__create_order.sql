CREATE TABLE article (
    id     text PRIMARY KEY,
    pieces integer NOT NULL CHECK (pieces >= 0)
);

CREATE TABLE shop_order (
    id      uuid PRIMARY KEY,
    article text NOT NULL REFERENCES article,
    pieces  integer NOT NULL
);
