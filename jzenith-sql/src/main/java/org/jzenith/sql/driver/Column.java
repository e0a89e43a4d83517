package org.jzenith.sql.driver;

import org.jzenith.sql.error.SqlException;

/**
 * A column of a result, and how its values are read. A driver creates it once for each description of a result.
 *
 * @param name the name of the column
 * @param type the type of the column in the words of the server, for messages
 * @param reader reads the values of the column
 */
public record Column(String name, String type, ColumnReader reader) {

    /** Reads the values of a column, in the class that a caller wants where there are several. */
    @FunctionalInterface
    public interface ColumnReader {

        /**
         * Converts a value of {@code vertx-sql-client}.
         *
         * @param value the value, never null
         * @param wanted the class that the caller asked for; {@code Object} for the one that fits the type best
         * @return a {@code Boolean}, {@code Short}, {@code Integer}, {@code Long}, {@code Float}, {@code Double}, {@code BigDecimal},
         *     {@code String}, {@code UUID}, {@code java.time} type, {@code Buffer}, {@code JsonObject}, {@code JsonArray}, or an
         *     array of these, which need not be of the wanted class; other values reach only callers that ask for their class
         * @throws SqlException if the value cannot be read, with the column, the type and the remedy, but without the value
         */
        Object read(Object value, Class<?> wanted);
    }
}
