CREATE TABLE IF NOT EXISTS jzenith_lease (
    lease_group varchar(200) NOT NULL,
    slot varchar(200) NOT NULL,
    owner varchar(200) NOT NULL,
    term bigint NOT NULL,
    expires_at datetime(6) NOT NULL,
    occasion bigint NOT NULL,
    PRIMARY KEY (lease_group, slot)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
CREATE TABLE IF NOT EXISTS jzenith_lease_term (
    lease_group varchar(200) NOT NULL,
    slot varchar(200) NOT NULL,
    term bigint NOT NULL,
    PRIMARY KEY (lease_group, slot)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
