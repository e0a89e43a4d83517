CREATE TABLE notes (
    id      uuid PRIMARY KEY,
    owner   text          NOT NULL DEFAULT current_setting('jzenith.user') CHECK (owner <> ''),
    text    varchar(1000) NOT NULL,
    created timestamptz   NOT NULL DEFAULT now()
);

CREATE INDEX notes_by_owner ON notes (owner, created);

-- Statements see the notes of the request's user only. FORCE includes the owner of the table; a superuser sees all.
ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
ALTER TABLE notes FORCE ROW LEVEL SECURITY;
CREATE POLICY own_notes ON notes USING (owner = current_setting('jzenith.user', true));
