CREATE TABLE sale (
    article text NOT NULL,
    shop    text NOT NULL,
    sold_at timestamptz NOT NULL DEFAULT now()
);
