INSERT INTO article (id, pieces) VALUES ('tea', 100), ('coffee', 0)
ON CONFLICT (id) DO UPDATE SET pieces = excluded.pieces;
