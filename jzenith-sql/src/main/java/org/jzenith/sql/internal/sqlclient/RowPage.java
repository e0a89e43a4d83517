package org.jzenith.sql.internal.sqlclient;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.Iterator;
import java.util.function.UnaryOperator;

/**
 * Some rows of a cursor.
 *
 * @param bytes the number of bytes that arrived on the connection for them
 */
public record RowPage(Columns columns, RowSet<Row> rows, long bytes) {

    /** The number of rows. */
    public int size() {
        return rows.size();
    }

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
