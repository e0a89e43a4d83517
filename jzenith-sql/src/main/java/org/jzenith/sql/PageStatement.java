package org.jzenith.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.page.PageRequest;
import org.jzenith.sql.driver.SqlDriver;

/** Writes a statement that selects a part of the rows of another statement. */
final class PageStatement {

    private final SqlDriver driver;
    private final StringBuilder text = new StringBuilder();
    private final List<@Nullable Object> values;

    private PageStatement(
            final SqlDriver driver, final String columns, final String sql, final @Nullable Object[] values) {
        this.driver = driver;
        this.values = new ArrayList<>(Arrays.asList(values));
        // The line breaks end comments.
        text.append("SELECT ").append(columns).append(" FROM (\n").append(sql).append("\n) AS page");
    }

    /**
     * Selects a page, and the row after it if there is one.
     *
     * @param keys the values of the sort columns in the row before the page; null for none
     */
    static PageStatement of(
            final SqlDriver driver,
            final String sql,
            final @Nullable Object[] values,
            final List<Sort> order,
            final Object @Nullable [] keys,
            final PageRequest request) {
        final PageStatement page = new PageStatement(driver, "*", sql, values);
        if (keys != null) {
            page.text.append(" WHERE ");
            page.addAfter(order, keys);
        }
        page.text
                .append(" ORDER BY ")
                .append(order.stream()
                        .map(sort -> column(sort) + (sort.descending() ? " DESC" : ""))
                        .collect(Collectors.joining(", ")))
                .append(" LIMIT ");
        page.add(request.limit() + 1);
        if (request.isByOffset()) {
            page.text.append(" OFFSET ");
            page.add(request.offset());
        }
        return page;
    }

    /** Counts all rows. */
    static PageStatement count(final SqlDriver driver, final String sql, final @Nullable Object[] values) {
        return new PageStatement(driver, "count(*)", sql, values);
    }

    /** Selects the sort columns of one row that has a null in any of them. */
    static PageStatement withNull(
            final SqlDriver driver, final String sql, final @Nullable Object[] values, final List<Sort> order) {
        final PageStatement found = new PageStatement(driver, columns(order), sql, values);
        found.text
                .append(" WHERE ")
                .append(order.stream().map(sort -> column(sort) + " IS NULL").collect(Collectors.joining(" OR ")))
                .append(" LIMIT 1");
        return found;
    }

    private static String columns(final List<Sort> order) {
        return order.stream().map(PageStatement::column).collect(Collectors.joining(", "));
    }

    /** Qualifies the name: without the table it could be a keyword such as {@code user}, whose value is the same in all rows. */
    private static String column(final Sort sort) {
        return "page." + sort.column();
    }

    String text() {
        return text.toString();
    }

    @Nullable
    Object[] values() {
        return values.toArray();
    }

    private void add(final Object value) {
        values.add(value);
        final String prefix = driver.parameterPrefix();
        if (prefix == null) {
            text.append('?');
        } else {
            text.append(prefix).append(values.size());
        }
    }

    private void addAfter(final List<Sort> order, final Object[] keys) {
        final boolean descending = order.get(0).descending();
        if (order.stream().allMatch(each -> each.descending() == descending) && driver.comparesRows()) {
            text.append('(').append(columns(order)).append(descending ? ") < (" : ") > (");
            for (int i = 0; i < keys.length; i++) {
                text.append(i == 0 ? "" : ", ");
                add(keys[i]);
            }
            text.append(')');
        } else {
            addAfter(order, keys, 0);
        }
    }

    /** Adds {@code a >= 1 AND (a > 1 OR (b >= 2 AND ..))}, whose first comparison an index can use. */
    private void addAfter(final List<Sort> order, final Object[] keys, final int position) {
        final Sort sort = order.get(position);
        final String operator = sort.descending() ? " < " : " > ";
        if (position < keys.length - 1) {
            text.append('(').append(column(sort)).append(sort.descending() ? " <= " : " >= ");
            add(keys[position]);
            text.append(" AND (").append(column(sort)).append(operator);
            add(keys[position]);
            text.append(" OR ");
            addAfter(order, keys, position + 1);
            text.append("))");
        } else {
            text.append(column(sort)).append(operator);
            add(keys[position]);
        }
    }
}
