package org.jzenith.core.health;

import io.reactivex.Single;

/**
 * A named question about the health of one part of the application.
 *
 * <p>Bind implementations with {@code Multibinder.newSetBinder(binder(), HealthCheck.class)}. Each request for the
 * health of the application asks every check anew, on an event loop, with the time limit {@code
 * health.timeout}.
 */
public interface HealthCheck {

    /**
     * The name under which the check is shown.
     *
     * @return a short name, unique in the application, for example {@code postgresql}
     */
    String name();

    /**
     * Asks the question. Called on an event loop, must not block.
     *
     * @return the answer; an error counts as {@link Health#unhealthy(String)}; its type is shown, and the log has it whole
     */
    Single<Health> check();
}
