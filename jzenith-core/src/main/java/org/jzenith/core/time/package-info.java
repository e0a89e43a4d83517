/** Internal. Time limits as they are compared with {@link java.lang.System#nanoTime}. */
@NullMarked
package org.jzenith.core.time;

import org.jspecify.annotations.NullMarked;
