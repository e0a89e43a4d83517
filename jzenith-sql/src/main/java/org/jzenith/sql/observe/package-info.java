/**
 * For users: the events of statements and transactions, for observers. {@link org.jzenith.sql.observe.DatabaseEvents} emits them, and
 * those of connections and the pool. It knows none of these.
 */
@NullMarked
package org.jzenith.sql.observe;

import org.jspecify.annotations.NullMarked;
