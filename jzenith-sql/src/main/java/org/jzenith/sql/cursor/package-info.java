/**
 * Internal. Streams the rows of a statement from a cursor, with back-pressure.
 *
 * <p>{@link org.jzenith.sql.cursor.CursorPages} reads pages on a lease, and {@link org.jzenith.sql.cursor.RowsOfPages} emits their rows. A
 * subscriber that requests nothing for too long loses its stream: {@link org.jzenith.sql.cursor.TimedDemand} counts what it requests.
 */
@NullMarked
package org.jzenith.sql.cursor;

import org.jspecify.annotations.NullMarked;
