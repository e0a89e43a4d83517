CREATE TABLE price (
    article text PRIMARY KEY,
    cents   integer NOT NULL
);
