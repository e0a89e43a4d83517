/**
 * Internal: keeps the state that instances share in PostgreSQL, by the setting {@code jzenith.shared-state}.
 */
@NullMarked
package org.jzenith.postgresql.internal.state;

import org.jspecify.annotations.NullMarked;
