/**
 * Internal. Limits of memory and time: a bounded cache and its keys, a plugin's share of the heap, a budget of response bytes, limits of time in
 * nanoseconds, errors of memory among the causes of a failure, and the end of a process that cannot serve any more.
 */
@NullMarked
package org.jzenith.core.internal.limit;

import org.jspecify.annotations.NullMarked;
