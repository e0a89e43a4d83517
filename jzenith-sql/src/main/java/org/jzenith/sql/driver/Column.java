package org.jzenith.sql.driver;

import java.util.function.UnaryOperator;
import org.jzenith.sql.error.SqlException;

/**
 * A column of a result, and how its values are read. A driver creates it once for each description of a result.
 *
 * @param name the name of the column
 * @param type the type of the column in the words of the server, for messages
 * @param reader converts a value of {@code vertx-sql-client}, never null, to a {@code Boolean}, {@code Short}, {@code Integer},
 *     {@code Long}, {@code Float}, {@code Double}, {@code BigDecimal}, {@code String}, {@code UUID}, {@code java.time} type,
 *     {@code Buffer}, {@code JsonObject}, {@code JsonArray}, or an array of these; other values reach only callers that ask for their
 *     class. For a value that cannot be read it throws a {@link SqlException} with the column, the type and the remedy, but without
 *     the value
 */
public record Column(String name, String type, UnaryOperator<Object> reader) {}
