package org.jzenith.sql;

import io.reactivex.Maybe;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.version.ExpectedVersion;
import org.jzenith.core.version.StaleVersionException;
import org.jzenith.sql.internal.record.RecordValues;
import org.jzenith.sql.internal.statement.StatementRunner;

/** Changes one row that has an expected version, and increments the version. */
final class VersionedUpdate {

    private static final String VERSION = "version";

    private final StatementRunner statements;
    private final String table;
    private final Map<String, ?> key;
    private final Map<String, @Nullable Object> changes;

    VersionedUpdate(
            final StatementRunner statements, final String table, final Map<String, ?> key, final Object values) {
        if (key.isEmpty()) {
            throw new IllegalArgumentException("The update of " + table
                    + " has no key. Name the columns that identify the row, such as Map.of(\"id\", id).");
        }
        this.statements = statements;
        this.table = table;
        this.key = new LinkedHashMap<>(key);
        this.changes = byColumn(values);
        changes.keySet()
                .removeIf(column -> column.equalsIgnoreCase(VERSION)
                        || key.keySet().stream().anyMatch(column::equalsIgnoreCase));
    }

    private Map<String, @Nullable Object> byColumn(final Object values) {
        final Map<String, @Nullable Object> all = new LinkedHashMap<>();
        if (values instanceof final Map<?, ?> map) {
            map.forEach((column, value) -> all.put(String.valueOf(column), value));
        } else if (values instanceof final Record row) {
            final RecordValues components = RecordValues.of(row.getClass());
            for (int i = 0; i < components.columns().size(); i++) {
                all.put(components.columns().get(i), components.get(row, i));
            }
        } else {
            throw new IllegalArgumentException("The values of the update of " + table + " have the class "
                    + values.getClass().getName() + ". Pass a record or a map from columns to values.");
        }
        return all;
    }

    /**
     * Needs a transaction that keeps the lock, unless there is exactly one expected version. Returns nothing if there is no such row,
     * or if it has an expected version but row policies forbid the change.
     */
    Maybe<Long> update(final ExpectedVersion seen) {
        final OptionalLong only = seen.only();
        return only.isPresent()
                ? change(only.getAsLong())
                        .switchIfEmpty(current()
                                .filter(version -> version != only.getAsLong())
                                .flatMap(version -> Maybe.error(new StaleVersionException(version))))
                : current().map(seen::check).flatMap(this::change);
    }

    private Maybe<Long> change(final long version) {
        final List<@Nullable Object> values = new ArrayList<>();
        final String columns = equal(changes, ", ", values);
        final String row = equal(key, " AND ", values);
        values.add(version);
        // As a decimal, a version beyond the range of an integer column matches no row, and is not refused.
        final String sql = "UPDATE " + table + " SET " + columns + (changes.isEmpty() ? "" : ", ") + VERSION + " = "
                + VERSION + " + 1 WHERE " + row + " AND " + VERSION + " = CAST(" + parameter(values.size())
                + " AS DECIMAL(20))";
        return SqlQuery.of(statements, sql, values.toArray())
                .rowCount()
                .filter(count -> count > 0)
                .map(count -> version + 1);
    }

    /** Locks the row and reads its current version, not the one in the transaction's snapshot. */
    private Maybe<Long> current() {
        final List<@Nullable Object> values = new ArrayList<>();
        final String sql =
                "SELECT " + VERSION + " FROM " + table + " WHERE " + equal(key, " AND ", values) + " FOR UPDATE";
        return SqlQuery.of(statements, sql, values.toArray()).as(Long.class).maybe();
    }

    /** Returns {@code "a" = $1, "b" = $2}, and adds the values. */
    private String equal(final Map<String, ?> columns, final String separator, final List<@Nullable Object> values) {
        return columns.entrySet().stream()
                .map(each -> {
                    values.add(each.getValue());
                    return statements.driver().lexis().quoted(each.getKey()) + " = " + parameter(values.size());
                })
                .collect(Collectors.joining(separator));
    }

    private String parameter(final int number) {
        final String prefix = statements.driver().parameterPrefix();
        return prefix == null ? "?" : prefix + number;
    }
}
