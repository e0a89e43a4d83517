CREATE TABLE reviews (
    article varchar(100) NOT NULL,
    author  varchar(100) NOT NULL,
    stars   integer      NOT NULL,
    PRIMARY KEY (article, author)
);

INSERT INTO reviews (article, author, stars)
VALUES ('tea', 'Ann', 5), ('tea', 'Bob', 4), ('coffee', 'Ann', 3);
