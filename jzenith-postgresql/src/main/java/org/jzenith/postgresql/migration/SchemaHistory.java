package org.jzenith.postgresql.migration;

import io.reactivex.Single;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.connection.DatabaseConnections;

/** The table in which Flyway records what it has applied; it is read to find out whether Flyway is needed. */
final class SchemaHistory {

    /** Flyway's table is in the current schema; one of the same name further down the search path is not meant. */
    private static final String TABLE =
            "SELECT to_regclass(quote_ident(current_schema()) || '.flyway_schema_history')::text";

    private final DatabaseConnections connections;

    SchemaHistory(final DatabaseConnections connections) {
        this.connections = connections;
    }

    /**
     * Whether Flyway has applied exactly these scripts, as they are now, and nothing else.
     */
    Single<Boolean> isExactly(final Map<String, Integer> checksums) {
        return connections
                .single(TABLE, Tuple.tuple(), row -> Optional.ofNullable(row.getString(0)))
                .flatMap(table -> table.isEmpty()
                        ? Single.just(false)
                        : connections
                                .list(
                                        "SELECT script, checksum, type, success FROM " + table.get(),
                                        Tuple.tuple(),
                                        Applied::of)
                                .map(applied -> isExactly(checksums, applied)));
    }

    private static boolean isExactly(final Map<String, Integer> checksums, final List<Applied> rows) {
        final Map<@Nullable String, @Nullable Integer> applied = new HashMap<>();
        for (final Applied row : rows) {
            if (!row.isScript() || applied.containsKey(row.script())) {
                return false;
            }
            applied.put(row.script(), row.checksum());
        }
        return applied.equals(checksums);
    }

    /** A row of the table. */
    private record Applied(
            @Nullable String script, @Nullable Integer checksum, boolean isScript) {

        static Applied of(final Row row) {
            return new Applied(
                    row.getString(0),
                    row.getInteger(1),
                    "SQL".equals(row.getString(2)) && Boolean.TRUE.equals(row.getBoolean(3)));
        }
    }
}
