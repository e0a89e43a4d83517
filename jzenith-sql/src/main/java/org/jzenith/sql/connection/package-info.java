/**
 * Internal. A connection to the server, and what it sends: each {@code Command} has a deadline, which its {@link
 * org.jzenith.sql.connection.DatabaseConnection} watches. The Javadoc of {@link org.jzenith.sql.connection.Call} tells the way of a
 * statement.
 */
@NullMarked
package org.jzenith.sql.connection;

import org.jspecify.annotations.NullMarked;
