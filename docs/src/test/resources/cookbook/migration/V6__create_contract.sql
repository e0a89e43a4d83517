CREATE TABLE contract (
    id      uuid PRIMARY KEY,
    title   text NOT NULL,
    version integer NOT NULL DEFAULT 1
);
