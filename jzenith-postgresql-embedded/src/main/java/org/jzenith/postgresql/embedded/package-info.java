/**
 * A real PostgreSQL inside the process tree, for development and tests, never for production.
 *
 * <p>{@link org.jzenith.postgresql.embedded.EmbeddedPostgresql} is the plugin for an application, {@link
 * org.jzenith.postgresql.embedded.PostgresqlServer} the server by itself. The server listens on the loopback address
 * only, asks for a password and ends with the JVM.
 */
@NullMarked
package org.jzenith.postgresql.embedded;

import org.jspecify.annotations.NullMarked;
