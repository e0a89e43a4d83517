CREATE INDEX orders_by_created_and_id ON orders (created, id);
DROP INDEX orders_by_created;
