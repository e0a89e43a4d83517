/**
 * Internal. Runs statements: {@link org.jzenith.sql.statement.StatementRunner} on all {@link
 * org.jzenith.sql.statement.DatabaseConnections}, or on the {@code Lease} of a transaction. The Javadoc of {@code Call} tells the way of a
 * statement.
 *
 * <p>{@code StatementTexts} remembers the {@code StatementTraits} of each text, among them whether the driver refuses it, and {@code
 * QuerySummary} names its command and tables.
 */
@NullMarked
package org.jzenith.sql.statement;

import org.jspecify.annotations.NullMarked;
