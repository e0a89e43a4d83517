package org.jzenith.sql.connection;

import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collector;
import org.jspecify.annotations.Nullable;

/** The result of a statement: its rows as the driver made them, and the row count of the server. */
final class StatementResult {

    /** For the driver, which fills one result for each statement. */
    static final Collector<Row, StatementResult, StatementResult> COLLECTOR = Collector.of(
            StatementResult::new,
            StatementResult::add,
            (left, right) -> left,
            Collector.Characteristics.IDENTITY_FINISH);

    // Most results have one row, which needs no list.
    private @Nullable Row first;
    private @Nullable List<Row> all;
    private int count;

    private void add(final Row row) {
        if (first == null) {
            first = row;
            return;
        }
        if (all == null) {
            all = new ArrayList<>();
            all.add(first);
        }
        all.add(row);
    }

    StatementResult counted(final int rows) {
        count = rows;
        return this;
    }

    int count() {
        return count;
    }

    /** The one row, or null for none. */
    @Nullable
    Row oneOrNone(final String sql) {
        if (all != null) {
            throw SqlErrors.tooManyRows(all.size(), sql);
        }
        return first;
    }

    Row one(final String sql) {
        final Row row = oneOrNone(sql);
        if (row == null) {
            throw SqlErrors.noRow(sql);
        }
        return row;
    }

    <T> List<T> list(final Function<? super Row, ? extends T> mapper) {
        final List<T> list = new ArrayList<>(all == null ? 1 : all.size());
        if (all != null) {
            for (final Row row : all) {
                list.add(mapper.apply(row));
            }
        } else if (first != null) {
            list.add(mapper.apply(first));
        }
        return list;
    }
}
