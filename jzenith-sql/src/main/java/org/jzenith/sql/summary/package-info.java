/** Internal: short names of SQL texts, for events. */
@NullMarked
package org.jzenith.sql.summary;

import org.jspecify.annotations.NullMarked;
