/**
 * For users: metrics of an application, for Prometheus. {@link org.jzenith.observability.ObservabilityPlugin} measures requests, SQL
 * statements, connection pools, jobs, event loops and the JVM.
 */
@NullMarked
package org.jzenith.observability;

import org.jspecify.annotations.NullMarked;
