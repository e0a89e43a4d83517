INSERT INTO customer (id, name, city)
VALUES ('00000000-0000-0000-0000-000000000001', 'Ann', 'Prague')
ON CONFLICT (id) DO UPDATE SET name = excluded.name, city = excluded.city;
