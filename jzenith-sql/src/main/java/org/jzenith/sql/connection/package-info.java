/**
 * Internal. The connections to the server: a few shared pipelines for single statements, a pool for what needs a
 * connection of its own.
 *
 * <p>{@link org.jzenith.sql.connection.DatabaseConnections} is what other packages use. A statement walks from there to
 * {@code Call}, {@code Pipeline}, {@code SharedConnection}, {@code PipelinedConnection} and {@link
 * org.jzenith.sql.sqlclient.CommandConnection}; in a transaction {@code Lease} takes the place of the pipeline. What a
 * connection sends is a {@code Command}, such as a {@code Call}. Each connection keeps its own deadlines. Pipelines keep connections open on every event loop and replace broken ones. The
 * pool leases connections, and every lease ends exactly once, on success, error and dispose.
 */
@NullMarked
package org.jzenith.sql.connection;

import org.jspecify.annotations.NullMarked;
