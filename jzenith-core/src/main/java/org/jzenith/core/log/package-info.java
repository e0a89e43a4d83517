/**
 * What is written to the log.
 *
 * <p>{@link org.jzenith.core.log.LogText} makes text that came from a client harmless before it is logged.
 */
@NullMarked
package org.jzenith.core.log;

import org.jspecify.annotations.NullMarked;
