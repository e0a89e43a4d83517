package org.jzenith.sql.internal.record;

import io.vertx.sqlclient.Row;
import java.util.Objects;
import org.jzenith.sql.internal.sqlclient.Columns;
import org.jzenith.sql.internal.sqlclient.RowReader;

/**
 * Reads rows as records, whose components take the columns with their names, or as the value of the only column. It is compiled once for
 * the columns of a prepared statement, and throws if they do not fit, before a row is read.
 *
 * @param <T> the class that rows become
 */
public final class RecordReader<T> implements RowReader<T> {

    private final Class<T> type;

    /** @param type a record, or a class that a column can be read as */
    public RecordReader(final Class<T> type) {
        this.type = type;
        if (type.isRecord()) {
            RecordShape.of(type);
        }
    }

    @Override
    public T read(final Columns columns, final Row row) {
        return prepared(columns).read(columns, row);
    }

    @Override
    public RowReader<T> prepared(final Columns columns) {
        return columns.reader(type, this::compile);
    }

    @SuppressWarnings("unchecked")
    private RowReader<T> compile(final Columns columns) {
        final RecordCompiler compiler = new RecordCompiler(columns);
        final RowPart compiled = type.isRecord() && !columns.conversions().isConverted(type)
                ? compiler.record(RecordShape.of(type))
                : compiler.only(type);
        return (same, row) -> (T) Objects.requireNonNull(compiled.read(row));
    }
}
