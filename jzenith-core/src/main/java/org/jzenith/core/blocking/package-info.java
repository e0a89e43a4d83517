/**
 * For users: runs blocking work away from the event loops.
 *
 * <p>{@link org.jzenith.core.blocking.Blocking} runs it on a bounded number of threads, virtual ones where the JVM has
 * them.
 */
@NullMarked
package org.jzenith.core.blocking;

import org.jspecify.annotations.NullMarked;
