/**
 * Internal: the meters of {@code ObservabilityPlugin}. Most record the events of one family; gauges are read at each scrape. {@code
 * Metric} is the table of all metrics, and {@code MeterTable} limits what traffic adds.
 */
@NullMarked
package org.jzenith.observability.internal.meter;

import org.jspecify.annotations.NullMarked;
