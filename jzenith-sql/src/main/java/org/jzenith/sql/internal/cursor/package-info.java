/**
 * Internal. Streams the rows of a statement from a cursor, with back-pressure.
 *
 * <p>{@link org.jzenith.sql.internal.cursor.CursorPages} reads pages on a lease, and {@link org.jzenith.sql.internal.cursor.RowsOfPages} emits their rows. A
 * subscriber that requests nothing for too long loses its stream, by {@link org.jzenith.sql.internal.cursor.DemandTimeout}.
 */
@NullMarked
package org.jzenith.sql.internal.cursor;

import org.jspecify.annotations.NullMarked;
