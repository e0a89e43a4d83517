/**
 * Internal: keeps leases in PostgreSQL.
 */
@NullMarked
package org.jzenith.postgresql.internal.lease;

import org.jspecify.annotations.NullMarked;
