/**
 * Internal. Runs statements: {@link org.jzenith.sql.internal.statement.StatementRunner} on all {@link
 * org.jzenith.sql.internal.statement.DatabaseConnections}, or on the {@code ConnectionLease} of a transaction. The Javadoc of {@code Call} tells the way of a
 * statement.
 *
 * <p>The {@code StatementTraits} of recent texts are cached, among them whether the driver refuses a text, and {@code SqlText} names its
 * command and tables.
 */
@NullMarked
package org.jzenith.sql.internal.statement;

import org.jspecify.annotations.NullMarked;
