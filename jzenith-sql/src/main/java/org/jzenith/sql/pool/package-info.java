/**
 * Internal. Leases connections to one caller each, for transactions, row streams and batches.
 *
 * <p>Each {@link org.jzenith.sql.pool.Lease} of a {@link org.jzenith.sql.pool.Pool} ends exactly once, on success, error and dispose. A
 * {@link org.jzenith.sql.pool.TransactionScope} runs one transaction on it.
 */
@NullMarked
package org.jzenith.sql.pool;

import org.jspecify.annotations.NullMarked;
