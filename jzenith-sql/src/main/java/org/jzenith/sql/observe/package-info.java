/** Internal: what observers of a database are told: summaries of SQL texts, and the events of transactions. */
@NullMarked
package org.jzenith.sql.observe;

import org.jspecify.annotations.NullMarked;
