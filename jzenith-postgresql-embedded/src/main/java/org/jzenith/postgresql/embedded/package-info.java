/**
 * For users. A PostgreSQL server that runs as a child process, for development and tests, never for production.
 *
 * <p>{@link org.jzenith.postgresql.embedded.EmbeddedPostgresql} is the plugin for an application, {@link
 * org.jzenith.postgresql.embedded.PostgresqlServer} the server alone. The server listens on the loopback address only,
 * requires a password and stops with the JVM.
 */
@NullMarked
package org.jzenith.postgresql.embedded;

import org.jspecify.annotations.NullMarked;
