/**
 * For users: the events of statements, transactions and pools, for observers. {@code DatabaseEvents}
 * emits them, and knows no observer.
 */
@NullMarked
package org.jzenith.sql.observe;

import org.jspecify.annotations.NullMarked;
