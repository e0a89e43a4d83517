/**
 * Internal. All that touches the inner types of {@code vertx-sql-client}. No other package imports them.
 *
 * <p>{@link org.jzenith.sql.internal.sqlclient.CommandConnection} sends statements as that library's own commands, because the
 * objects that its public calls make for each statement cost as much as the rest of the statement.
 */
@NullMarked
package org.jzenith.sql.internal.sqlclient;

import org.jspecify.annotations.NullMarked;
