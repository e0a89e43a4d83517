package org.jzenith.sql.internal.record;

import io.vertx.sqlclient.Row;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.driver.Column;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.internal.sqlclient.Columns;
import org.jzenith.sql.internal.value.Conversions;
import org.jzenith.sql.internal.value.UnreadableValueException;

/** Reads one column. */
final class ColumnPart implements RowPart {

    private final Columns columns;
    private final int position;
    private final Column column;
    private final @Nullable Class<?> givenClass;
    private final Conversions.ValueReader reader;
    private final String target;
    private final @Nullable String ifNull;

    /**
     * Throws if no value of the column can be read as the type.
     *
     * @param target the place of the value, for messages
     * @param ifNull the remedy if the value is null; null if it may be null
     */
    ColumnPart(
            final Columns columns,
            final int position,
            final Type type,
            final String target,
            final @Nullable String ifNull) {
        this.columns = columns;
        this.position = position;
        this.column = columns.get(position);
        this.givenClass = columns.conversions().givenClass(type);
        this.target = target;
        this.ifNull = ifNull;
        try {
            this.reader = columns.conversions().reader(column, type);
        } catch (final UnreadableValueException e) {
            throw unreadable(e, null);
        }
    }

    @Override
    public @Nullable Object read(final Row row) {
        final Object value = row.getValue(position);
        @Nullable Object read = null;
        if (value != null) {
            try {
                if (givenClass != null) {
                    read = Conversions.readAs(column, value, givenClass);
                    if (givenClass.isInstance(read)) {
                        return read;
                    }
                }
                read = reader.read(value);
            } catch (final UnreadableValueException e) {
                throw unreadable(e, value);
            }
        }
        if (read == null && ifNull != null) {
            throw columns.failure("column " + column.name() + " of the type " + column.type() + " is NULL, for "
                    + target + "; " + ifNull);
        }
        return read;
    }

    @Override
    public boolean isNull(final Row row) {
        return row.getValue(position) == null;
    }

    private SqlException unreadable(final UnreadableValueException e, final @Nullable Object value) {
        return columns.failure("column " + column.name() + " of the type " + column.type() + e.reason() + ", for "
                + target + "; read it as "
                + (e.isText() ? "String" : Conversions.bestClass(column, value).getSimpleName())
                + ", or convert it in the statement");
    }
}
