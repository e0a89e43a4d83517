CREATE INDEX user_names_by_since ON user_names (since);
