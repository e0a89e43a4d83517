/**
 * Internal. Log lines: {@code LogText} escapes text that comes from clients, {@code CountedWarning} makes one line of a warning
 * that occurs often, and {@code ApplicationLog} names the log of a start and a stop.
 */
@NullMarked
package org.jzenith.core.log;

import org.jspecify.annotations.NullMarked;
