package org.jzenith.sql.internal.sqlclient;

import io.vertx.sqlclient.Row;
import java.util.Iterator;
import java.util.function.UnaryOperator;

/**
 * Some rows of a cursor.
 *
 * @param size the number of rows
 * @param bytes the number of bytes that arrived on the connection for them
 * @param isLast true if there are none behind them
 */
public record RowPage(Columns columns, Iterable<Row> rows, int size, long bytes, boolean isLast) {

    /** The rows as values of the caller, each converted, and then checked, when it is reached. */
    public <T> Iterable<T> map(final RowReader<? extends T> reader, final UnaryOperator<T> check) {
        final RowReader<? extends T> prepared = reader.prepared(columns);
        return () -> {
            final Iterator<Row> left = rows.iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return left.hasNext();
                }

                @Override
                public T next() {
                    return check.apply(prepared.read(columns, left.next()));
                }
            };
        };
    }
}
