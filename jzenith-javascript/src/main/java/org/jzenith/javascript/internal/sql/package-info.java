/** Internal. The object {@code sql} of handlers, loaded only by an application with {@code jzenith-sql}. */
@NullMarked
package org.jzenith.javascript.internal.sql;

import org.jspecify.annotations.NullMarked;
