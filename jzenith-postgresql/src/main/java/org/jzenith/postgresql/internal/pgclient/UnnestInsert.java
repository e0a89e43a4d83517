package org.jzenith.postgresql.internal.pgclient;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jzenith.sql.driver.ArrayInsert;

/** Inserts with {@code unnest}. */
final class UnnestInsert implements ArrayInsert {

    @Override
    public String columns() {
        // With -1 instead of NULL, char(n) is not shown as char, which would cut the values.
        return "SELECT attname, format_type(atttypid, -1) FROM pg_attribute"
                + " WHERE attrelid = $1::text::regclass AND attnum > 0 AND NOT attisdropped";
    }

    @Override
    public String insert(final String table, final List<String> columns, final List<String> types) {
        return "INSERT INTO " + table
                + columns.stream().map(PgDriver.LEXIS::quoted).collect(Collectors.joining(", ", " (", ")"))
                + IntStream.range(0, types.size())
                        .mapToObj(i -> "$" + (i + 1) + "::" + types.get(i) + "[]")
                        .collect(Collectors.joining(", ", " SELECT * FROM unnest(", ")"));
    }
}
