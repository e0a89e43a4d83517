CREATE TABLE book (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    title     text NOT NULL,
    author    text NOT NULL,
    published date NOT NULL
);

CREATE INDEX book_by_title ON book (title, id);
