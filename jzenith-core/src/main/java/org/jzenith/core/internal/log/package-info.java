/**
 * Internal. Log lines: {@code LogText} escapes text that comes from clients, {@code CountedWarning} limits the lines of an event
 * that happens often, {@code StartLog} has the lines of a start, and {@code ApplicationLog} names the log of start and stop.
 */
@NullMarked
package org.jzenith.core.internal.log;

import org.jspecify.annotations.NullMarked;
