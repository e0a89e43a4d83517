/** Internal. Emits the events of the database where they happen: statements, transactions and connections. */
@NullMarked
package org.jzenith.sql.internal.observe;

import org.jspecify.annotations.NullMarked;
