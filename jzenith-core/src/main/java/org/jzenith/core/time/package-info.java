/**
 * Internal: limits of time as they are compared with {@link System#nanoTime}. The public type is {@link
 * org.jzenith.core.time.NanoTime}.
 */
@NullMarked
package org.jzenith.core.time;

import org.jspecify.annotations.NullMarked;
