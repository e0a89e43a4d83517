/**
 * Internal: the plugin of metrics with its settings, and the handler of {@code /metrics}.
 */
@NullMarked
package org.jzenith.observability.internal.metrics;

import org.jspecify.annotations.NullMarked;
