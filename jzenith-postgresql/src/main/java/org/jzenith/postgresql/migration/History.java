package org.jzenith.postgresql.migration;

import io.reactivex.Single;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.Map;
import org.jzenith.postgresql.connection.Connections;

/** The table in which Flyway writes down what it has applied; read to see whether Flyway is needed at all. */
final class History {

    /** Flyway's table is in the current schema; one of the same name further down the search path is not meant. */
    private static final String TABLE =
            "SELECT to_regclass(quote_ident(current_schema()) || '.flyway_schema_history')::text";

    private final Connections connections;

    History(final Connections connections) {
        this.connections = connections;
    }

    /**
     * Whether Flyway has applied exactly these scripts, as they are now, and nothing else.
     */
    Single<Boolean> isExactly(final Map<String, Integer> checksums) {
        return connections.execute(TABLE, Tuple.tuple()).flatMap(found -> {
            final String table = found.iterator().next().getString(0);
            return table == null
                    ? Single.just(false)
                    : connections
                            .execute("SELECT script, checksum, type, success FROM " + table, Tuple.tuple())
                            .map(rows -> isExactly(checksums, rows));
        });
    }

    private static boolean isExactly(final Map<String, Integer> checksums, final RowSet<Row> rows) {
        final Map<String, Integer> applied = new HashMap<>();
        for (final Row row : rows) {
            if (!"SQL".equals(row.getString(2))
                    || !Boolean.TRUE.equals(row.getBoolean(3))
                    || applied.put(row.getString(0), row.getInteger(1)) != null) {
                return false;
            }
        }
        return applied.equals(checksums);
    }
}
