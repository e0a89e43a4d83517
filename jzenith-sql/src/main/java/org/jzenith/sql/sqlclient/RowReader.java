package org.jzenith.sql.sqlclient;

import io.vertx.sqlclient.Row;

/**
 * Converts a row of the library to a value of the caller.
 *
 * @param <T> the type of the value
 */
@FunctionalInterface
public interface RowReader<T> {

    /** Converts one row. */
    T read(Columns columns, Row row);
}
