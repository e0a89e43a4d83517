package org.jzenith.sql.internal.sqlclient;

import io.vertx.sqlclient.desc.ColumnDescriptor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.driver.Column;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.error.RowMappingException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.internal.value.Conversions;
import org.jzenith.sql.text.SqlText;

/** The columns of a result. The results of a statement share them while their descriptions are alike. Safe for use by many threads. */
public final class Columns {

    private final SqlText sql;
    private final List<ColumnDescriptor> described;
    private final SqlDriver driver;
    private final Column[] columns;
    private final List<String> names;
    private final Conversions conversions;
    private final Map<Class<?>, RowReader<?>> readers = new ConcurrentHashMap<>(2);

    /** @param described the description by the library; null for a statement without rows */
    Columns(
            final String sql,
            final @Nullable List<ColumnDescriptor> described,
            final SqlDriver driver,
            final Conversions conversions) {
        this.sql = new SqlText(sql, driver.lexis());
        this.described = described == null ? List.of() : described;
        this.driver = driver;
        this.conversions = conversions;
        columns = this.described.stream().map(driver::column).toArray(Column[]::new);
        names = Arrays.stream(columns).map(Column::name).toList();
    }

    /** Returns true if another description of the same statement is like the one of these columns. */
    boolean fit(final @Nullable List<ColumnDescriptor> other) {
        if (other == described) {
            return true;
        }
        if (other == null || other.size() != described.size()) {
            return false;
        }
        for (int i = 0; i < columns.length; i++) {
            if (!driver.describeAlike(described.get(i), other.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** The number of columns. */
    public int size() {
        return columns.length;
    }

    /** The column at a position from 0. */
    public Column get(final int position) {
        return columns[position];
    }

    /** The names in the order of the columns. */
    public List<String> names() {
        return names;
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

    /** Converts the values of columns. */
    public Conversions conversions() {
        return conversions;
    }

    /** Returns the reader that reads rows with these columns as a class, which is compiled once. */
    @SuppressWarnings("unchecked")
    public <T> RowReader<T> reader(final Class<T> type, final Function<Columns, RowReader<T>> compiler) {
        final RowReader<?> known = readers.get(type);
        return (RowReader<T>) (known == null ? readers.computeIfAbsent(type, any -> compiler.apply(this)) : known);
    }

    /** Returns the error of a row that cannot be read. */
    public SqlException failure(final String reason) {
        return new RowMappingException(new SqlException.Details(reason, null, null, sql));
    }

    /** The names of the columns. */
    @Override
    public String toString() {
        return String.join(", ", names);
    }
}
