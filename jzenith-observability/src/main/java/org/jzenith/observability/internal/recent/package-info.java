/**
 * Internal: what has happened in the last hour, in memory of fixed size, for the operators' page. Each {@code Section} observes events or
 * reads gauges, and describes itself as JSON. {@code TimeRing} forgets what is older than an hour.
 */
@NullMarked
package org.jzenith.observability.internal.recent;

import org.jspecify.annotations.NullMarked;
