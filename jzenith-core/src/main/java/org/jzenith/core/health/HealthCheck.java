package org.jzenith.core.health;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;

/**
 * Checks whether one part of the application can do its work.
 *
 * <pre>{@code
 * public final class QueueCheck implements HealthCheck {
 *
 *     private final Queue<String> queue;
 *
 *     @Inject
 *     QueueCheck(final Queue<String> queue) {
 *         this.queue = queue;
 *     }
 *
 *     @Override
 *     public String name() {
 *         return "queue";
 *     }
 *
 *     @Override
 *     public Single<Health> check() {
 *         return Single.just(queue.size() < 1000 ? Health.healthy() : Health.unhealthy("The queue is full."));
 *     }
 * }
 * }</pre>
 *
 * <p>Return {@link Health#degraded} if the application can serve requests without this part, and {@link Health#unhealthy} if this instance
 * should get no requests.
 *
 * <p>Bind implementations with {@code Multibinder.newSetBinder(binder(), HealthCheck.class)}. Each request for the
 * health of the application runs every check, on an event loop, with the time limit {@code
 * health.timeout}.
 */
@CheckReturnValue
public interface HealthCheck {

    /**
     * Returns the name under which the check is shown.
     *
     * @return a short name, unique in the application, for example {@code postgresql}
     */
    String name();

    /**
     * Runs the check. Called on an event loop, must not block.
     *
     * @return the result. An error counts as {@link Health#unhealthy(String)}: its type is shown, and its stack trace is logged. A check
     *     that takes longer than the time limit is unhealthy, too
     */
    Single<Health> check();
}
