package org.jzenith.sql.driver;

import java.util.List;

/**
 * A column of a result, and how its values are read. A driver creates it once for each description of a result.
 *
 * @param name the name of the column
 * @param type the type of the column in the words of the server, for messages
 * @param classes the classes in which the reader can return the values: first the class that fits the type best, then the classes that it
 *     returns on request. {@code Object} stands for a JSON value. Empty if the class differs from value to value. jZenith checks records
 *     against these classes before it reads a row
 * @param reader reads the values of the column
 */
public record Column(String name, String type, List<Class<?>> classes, ColumnReader reader) {

    /** Reads the values of a column. If the column has several classes, the caller chooses one. */
    @FunctionalInterface
    public interface ColumnReader {

        /**
         * Converts a value of {@code vertx-sql-client}. If it throws an exception, the caller gets an error that names the column, its type
         * and the wanted class, but does not contain the exception's message.
         *
         * @param value the value, never null
         * @param wanted the class that the caller asked for; {@code Object} for the one that fits the type best; {@code String} for the
         *     document if the column has JSON
         * @return a {@code Boolean}, {@code Short}, {@code Integer}, {@code Long}, {@code Float}, {@code Double}, {@code BigDecimal},
         *     {@code String}, {@code UUID}, {@code java.time} type, {@code Buffer}, {@code JsonObject}, {@code JsonArray}, or an array of
         *     these. The value can have another class than the wanted one. Values of any other class reach only callers that ask for that
         *     class
         */
        Object read(Object value, Class<?> wanted);
    }
}
