/**
 * Internal. Warnings of what may happen often.
 *
 * <p>{@link org.jzenith.core.warning.CountedWarning} makes one line of many.
 */
@NullMarked
package org.jzenith.core.warning;

import org.jspecify.annotations.NullMarked;
