/**
 * Internal. Shows the health of the application to load balancers and operators: {@code /health}, {@code /health/live},
 * {@code /health/ready} and {@code /health/started}.
 *
 * <p>{@link org.jzenith.rest.health.HealthResource} is an ordinary resource on top of the health checks of the core; an
 * application could have written it.
 */
@NullMarked
package org.jzenith.rest.health;

import org.jspecify.annotations.NullMarked;
