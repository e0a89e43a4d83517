/**
 * Internal: keeps the leases of work that one instance does at a time in PostgreSQL.
 */
@NullMarked
package org.jzenith.postgresql.internal.lease;

import org.jspecify.annotations.NullMarked;
