/**
 * How a part of an application says whether it is well.
 *
 * <p>Bind a {@link org.jzenith.core.health.HealthCheck} with a Guice {@code Multibinder}; the REST plugin shows all of
 * them under {@code /health}. {@link org.jzenith.core.health.HealthChecks} runs them with the configured time limit.
 */
@NullMarked
package org.jzenith.core.health;

import org.jspecify.annotations.NullMarked;
