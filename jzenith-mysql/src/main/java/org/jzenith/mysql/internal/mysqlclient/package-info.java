/**
 * Internal. All that touches {@code vertx-mysql-client}.
 *
 * <p>{@link org.jzenith.mysql.internal.mysqlclient.MysqlDriver} converts values, settings and errors; a {@code MysqlDriverConnection} sets
 * up the session of one connection and ends its transactions.
 */
@NullMarked
package org.jzenith.mysql.internal.mysqlclient;

import org.jspecify.annotations.NullMarked;
