/**
 * Internal. Leases connections to one caller each, for transactions, row streams and batches.
 *
 * <p>{@code DatabaseConnections} makes a {@link org.jzenith.sql.internal.pool.ConnectionLease} of a connection of the {@link
 * org.jzenith.sql.internal.pool.Pool}. It ends exactly once, on success, error and dispose. A {@link
 * org.jzenith.sql.internal.pool.TransactionScope} runs one transaction on it.
 */
@NullMarked
package org.jzenith.sql.internal.pool;

import org.jspecify.annotations.NullMarked;
