CREATE TABLE measurement (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    sensor  text NOT NULL,
    degrees double precision NOT NULL
);
