/**
 * For users: health checks of the parts of an application.
 *
 * <p>Bind a {@link org.jzenith.core.health.HealthCheck} with a Guice {@code Multibinder}; the REST plugin serves all
 * results under {@code /health}. {@link org.jzenith.core.health.HealthChecks} runs them with the configured time limit.
 */
@NullMarked
package org.jzenith.core.health;

import org.jspecify.annotations.NullMarked;
