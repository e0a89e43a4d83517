/**
 * Internal. Log lines about clients: {@code LogText} escapes text that comes from them, and {@code CountedWarning} makes
 * one line of a warning that occurs often.
 */
@NullMarked
package org.jzenith.core.log;

import org.jspecify.annotations.NullMarked;
