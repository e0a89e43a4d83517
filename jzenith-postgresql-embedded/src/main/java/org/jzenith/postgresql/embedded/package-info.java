/**
 * For users: a PostgreSQL server for development and tests, which runs as a child process.
 *
 * <p>{@link org.jzenith.postgresql.embedded.EmbeddedPostgresql} is the plugin for an application, {@link
 * org.jzenith.postgresql.embedded.PostgresqlServer} the server alone. The server listens on the loopback address only,
 * requires a password and stops with the JVM.
 */
@NullMarked
package org.jzenith.postgresql.embedded;

import org.jspecify.annotations.NullMarked;
