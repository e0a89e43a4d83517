/** Internal: the events of transactions, for observers of a database. */
@NullMarked
package org.jzenith.sql.observe;

import org.jspecify.annotations.NullMarked;
