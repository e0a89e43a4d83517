package org.jzenith.sql.internal.sqlclient;

import io.vertx.sqlclient.Row;
import java.util.function.Function;

/**
 * Converts a row of the library to a value of the caller.
 *
 * @param <T> the type of the value
 */
@FunctionalInterface
public interface RowReader<T> {

    /** Converts one row. */
    T read(Columns columns, Row row);

    /** Returns the reader for rows with these columns, which is called before they are read. Throws if they do not fit. */
    default RowReader<? extends T> prepared(final Columns columns) {
        return this;
    }

    /** Returns a reader that converts the values of another one. */
    static <T, U> RowReader<U> mapped(
            final RowReader<? extends T> before, final Function<? super T, ? extends U> function) {
        return new RowReader<>() {
            @Override
            public U read(final Columns columns, final Row row) {
                return function.apply(before.read(columns, row));
            }

            @Override
            public RowReader<U> prepared(final Columns columns) {
                final RowReader<? extends T> prepared = before.prepared(columns);
                return prepared == before ? this : mapped(prepared, function);
            }
        };
    }
}
