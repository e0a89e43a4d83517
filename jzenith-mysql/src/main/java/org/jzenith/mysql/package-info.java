/**
 * For users: MariaDB or MySQL as a database of an application.
 *
 * <p>{@link org.jzenith.mysql.MysqlPlugin} brings it into an application; {@link org.jzenith.sql.Database} is what resources and services
 * inject. The module knows MariaDB and MySQL: how to connect, their defaults and URLs, their values and errors. All else is in {@code
 * jzenith-sql}.
 */
@NullMarked
package org.jzenith.mysql;

import org.jspecify.annotations.NullMarked;
