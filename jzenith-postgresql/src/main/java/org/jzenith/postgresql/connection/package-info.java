/**
 * The wires to the server: a few deep pipelines for single statements, a pool for what needs a connection of its own.
 *
 * <p>{@link org.jzenith.postgresql.connection.DatabaseConnections} is the door. Behind it a connection is one connection that watches
 * its own deadlines; pipelines keep connections open on every event loop and replace broken ones; the pool lends connections, and
 * every loan ends exactly once, on success, error and dispose.
 */
@NullMarked
package org.jzenith.postgresql.connection;

import org.jspecify.annotations.NullMarked;
