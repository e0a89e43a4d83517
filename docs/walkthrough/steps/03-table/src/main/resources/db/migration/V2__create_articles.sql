CREATE TABLE articles (
    name  varchar(100)   PRIMARY KEY,
    price numeric(10, 2) NOT NULL CHECK (price > 0),
    stock integer        NOT NULL CHECK (stock >= 0)
);

INSERT INTO articles (name, price, stock) VALUES
    ('coffee', 7.90,  20),
    ('honey',  5.40,   3),
    ('tea',    4.50, 100);
