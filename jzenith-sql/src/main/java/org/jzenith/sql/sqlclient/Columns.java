package org.jzenith.sql.sqlclient;

import io.vertx.sqlclient.desc.ColumnDescriptor;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jzenith.sql.driver.Column;

/** The columns of a result. All results with the same description share them. */
public final class Columns {

    private final Column[] columns;

    Columns(final List<ColumnDescriptor> described, final Function<ColumnDescriptor, Column> driver) {
        columns = described.stream().map(driver).toArray(Column[]::new);
    }

    /** The number of columns. */
    public int size() {
        return columns.length;
    }

    /** The column at a position from 0. */
    public Column get(final int position) {
        return columns[position];
    }

    /** The position of the first column with a name, -1 for none. */
    public int indexOf(final String name) {
        for (int i = 0; i < columns.length; i++) {
            if (columns[i].name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** The names of the columns. */
    @Override
    public String toString() {
        return Arrays.stream(columns).map(Column::name).collect(Collectors.joining(", "));
    }
}
