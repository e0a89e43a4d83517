package org.jzenith.sql.driver;

import java.util.List;

/**
 * A column of a result, and how its values are read. A driver creates it once for each description of a result.
 *
 * @param name the name of the column
 * @param type the type of the column in the words of the server, for messages
 * @param classes the classes in which the reader returns the values: first the one that fits the type best, then those that it
 *     returns when a caller wants them. {@code Object} is a JSON value. Empty if only the values have a class. Records are checked against
 *     it before a row is read
 * @param reader reads the values of the column
 */
public record Column(String name, String type, List<Class<?>> classes, ColumnReader reader) {

    /** Reads the values of a column, in the class that a caller wants where there are several. */
    @FunctionalInterface
    public interface ColumnReader {

        /**
         * Converts a value of {@code vertx-sql-client}. An exception is an error that names the column, its type and the wanted class,
         * without the message of the exception.
         *
         * @param value the value, never null
         * @param wanted the class that the caller asked for; {@code Object} for the one that fits the type best; {@code String} for
         *     the document if the column has JSON
         * @return a {@code Boolean}, {@code Short}, {@code Integer}, {@code Long}, {@code Float}, {@code Double}, {@code BigDecimal},
         *     {@code String}, {@code UUID}, {@code java.time} type, {@code Buffer}, {@code JsonObject}, {@code JsonArray}, or an
         *     array of these, which need not be of the wanted class; other values reach only callers that ask for their class
         */
        Object read(Object value, Class<?> wanted);
    }
}
