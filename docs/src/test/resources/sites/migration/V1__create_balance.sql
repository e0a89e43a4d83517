CREATE TABLE site_order (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    customer text NOT NULL,
    cents    bigint NOT NULL
);

CREATE TABLE balance (
    customer text PRIMARY KEY,
    cents    bigint NOT NULL,
    orders   bigint NOT NULL
);
