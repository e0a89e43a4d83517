/**
 * Internal. Tells the observers of a database what happens. {@link org.jzenith.sql.observe.DatabaseEvents} emits the events of its
 * statements, connections, pool and transactions. It knows none of these.
 */
@NullMarked
package org.jzenith.sql.observe;

import org.jspecify.annotations.NullMarked;
