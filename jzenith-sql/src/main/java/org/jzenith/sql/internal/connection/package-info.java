/**
 * Internal. A connection to the server, and what it sends: each command has a deadline, which its {@link
 * org.jzenith.sql.internal.connection.DatabaseConnection} watches. {@code Connector} opens connections, {@code PipelinedConnection} is
 * one that several callers share, and {@code SqlErrors} makes the errors of all packages. The Javadoc of {@link org.jzenith.sql.internal.connection.Call} tells the way of a
 * statement.
 */
@NullMarked
package org.jzenith.sql.internal.connection;

import org.jspecify.annotations.NullMarked;
