/**
 * For users: a MariaDB server for development and tests, which runs as a child process.
 *
 * <p>{@link org.jzenith.mysql.embedded.EmbeddedMariadb} is the plugin for an application, {@link
 * org.jzenith.mysql.embedded.MariadbServer} the server alone. The server listens on the loopback address only,
 * requires a password and stops with the JVM.
 */
@NullMarked
package org.jzenith.mysql.embedded;

import org.jspecify.annotations.NullMarked;
