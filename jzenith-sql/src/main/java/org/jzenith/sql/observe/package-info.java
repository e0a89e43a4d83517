/**
 * For users: the events of statements, transactions and pools, for observers. {@link org.jzenith.sql.observe.DatabaseEvents} emits
 * them, and knows none of these.
 */
@NullMarked
package org.jzenith.sql.observe;

import org.jspecify.annotations.NullMarked;
