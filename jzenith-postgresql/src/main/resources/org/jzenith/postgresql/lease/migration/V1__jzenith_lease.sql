CREATE TABLE IF NOT EXISTS jzenith_lease (
    lease_group text NOT NULL,
    slot text NOT NULL,
    owner text NOT NULL,
    term bigint NOT NULL,
    expires_at timestamptz NOT NULL,
    occasion bigint NOT NULL,
    PRIMARY KEY (lease_group, slot)
);
