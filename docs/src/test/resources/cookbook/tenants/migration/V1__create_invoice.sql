CREATE TABLE invoice (
    id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant text NOT NULL DEFAULT current_setting('jzenith.tenant')
        CHECK (tenant <> ''),
    amount integer NOT NULL
);
CREATE INDEX ON invoice (tenant, id);

ALTER TABLE invoice ENABLE ROW LEVEL SECURITY;
ALTER TABLE invoice FORCE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON invoice
    USING (tenant = current_setting('jzenith.tenant', true));
