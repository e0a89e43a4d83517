/** Internal. Reads rows as records and single values, by the names and the types of their columns. */
@NullMarked
package org.jzenith.sql.internal.record;

import org.jspecify.annotations.NullMarked;
