package org.jzenith.sql;

import java.util.List;

/**
 * The result of a statement that may return rows, such as one with {@code RETURNING}.
 *
 * @param rows the rows in order; empty if the statement returns none
 * @param rowCount the number of rows inserted, updated, deleted or selected
 * @param <T> the type of the mapped rows
 */
public record QueryResult<T>(List<T> rows, int rowCount) {}
