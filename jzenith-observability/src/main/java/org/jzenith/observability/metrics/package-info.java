/**
 * Internal: the meters of {@code ObservabilityPlugin}. Observers record events, gauges are read when a client requests the metrics, and
 * {@code Metric} is the table of all of them.
 */
@NullMarked
package org.jzenith.observability.metrics;

import org.jspecify.annotations.NullMarked;
