/**
 * Internal. The connections to the server: a few shared pipelines for single statements, a pool for what needs a
 * connection of its own.
 *
 * <p>Other packages run {@link org.jzenith.sql.connection.StatementRunner}: on all {@link
 * org.jzenith.sql.connection.DatabaseConnections}, or on the {@code Lease} of a transaction. The Javadoc of {@code Call} tells the
 * way of a statement. What a connection sends is a {@code Command}, such as a {@code Call}. Each connection keeps its own deadlines.
 * Pipelines keep connections open on every event loop and replace broken ones. The pool leases connections, and every lease ends
 * exactly once, on success, error and dispose.
 */
@NullMarked
package org.jzenith.sql.connection;

import org.jspecify.annotations.NullMarked;
