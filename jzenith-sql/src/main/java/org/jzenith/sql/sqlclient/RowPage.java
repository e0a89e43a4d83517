package org.jzenith.sql.sqlclient;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;

/** Some rows of a cursor. */
public record RowPage(Columns columns, RowSet<Row> rows) {

    /** The number of rows. */
    public int size() {
        return rows.size();
    }
}
