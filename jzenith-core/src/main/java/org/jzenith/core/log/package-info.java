/**
 * Internal. Logging of text that comes from clients.
 *
 * <p>{@link org.jzenith.core.log.LogText} escapes it before it is logged.
 */
@NullMarked
package org.jzenith.core.log;

import org.jspecify.annotations.NullMarked;
