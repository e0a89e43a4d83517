package org.jzenith.sql;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jzenith.core.page.SortOrder;
import org.jzenith.sql.internal.record.RecordValues;

/**
 * A column by which {@link SqlQuery#page} sorts.
 *
 * @param column the name of a result column, as written in the statement: letters, digits and underscores. Its values must not be null
 * @param descending true for the largest value first
 */
public record Sort(String column, boolean descending) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** Checks the name, which becomes a part of the statement. */
    public Sort {
        if (!NAME.matcher(column).matches()) {
            throw new IllegalArgumentException("The name of a sort column may contain only letters, digits and"
                    + " underscores. Give the column such a name in the statement: SELECT .. AS created.");
        }
    }

    /**
     * Orders by a column, smallest value first.
     *
     * @param column the name of a column of the result
     * @return the order
     * @throws IllegalArgumentException if the name has other characters than letters, digits and underscores
     */
    public static Sort asc(final String column) {
        return new Sort(column, false);
    }

    /**
     * Orders by a column, largest value first.
     *
     * @param column the name of a column of the result
     * @return the order
     * @throws IllegalArgumentException if the name has other characters than letters, digits and underscores
     */
    public static Sort desc(final String column) {
        return new Sort(column, true);
    }

    /**
     * Orders by the names that a client has sent. The columns have the names of the enum's constants; {@code createdAt} stands for {@code
     * created_at}.
     *
     * @param order the order that the client asks for
     * @param then further columns, which make the order unique; those that the client has already named are left out
     * @return the columns, for {@link SqlQuery#page}
     */
    public static Sort[] by(final SortOrder<?> order, final Sort... then) {
        final Map<String, Sort> columns = new LinkedHashMap<>();
        order.keys().forEach(key -> {
            final String column = RecordValues.columnOf(key.name().name());
            columns.put(column, new Sort(column, key.descending()));
        });
        for (final Sort each : then) {
            columns.putIfAbsent(each.column(), each);
        }
        return columns.values().toArray(new Sort[0]);
    }

    /** Returns the column and the direction as in {@code ORDER BY}. */
    @Override
    public String toString() {
        return descending ? column + " DESC" : column;
    }
}
