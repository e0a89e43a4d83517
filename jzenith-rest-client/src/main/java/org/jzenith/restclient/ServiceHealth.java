package org.jzenith.restclient;

import io.reactivex.Completable;
import io.reactivex.Single;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.internal.configuration.HealthConfiguration;

/**
 * The health of a service that a client calls. If the call fails, the health is only degraded: all instances of the application call the
 * same service, and its outage must not take all of them out of rotation. Anyone may request the health, so simultaneous requests share one
 * call, and its result is reused for a second.
 */
final class ServiceHealth implements HealthCheck {

    private static final long FRESH = TimeUnit.SECONDS.toNanos(1);

    private final String client;
    private final Supplier<Completable> ping;
    private final long limitMillis;

    /** The check in progress, or the last one. Guarded by {@code this}, like {@code endedAt}. */
    private @Nullable Single<Health> shared;

    private @Nullable Long endedAt;

    /** @param ping calls the service */
    ServiceHealth(final String client, final Supplier<Completable> ping, final HealthConfiguration configuration) {
        this.client = client;
        this.ping = ping;
        // a little less than the limit of all checks, after which a check is down
        this.limitMillis = configuration.timeout().multipliedBy(9).dividedBy(10).toMillis();
    }

    @Override
    public String name() {
        return "rest-client." + client;
    }

    @Override
    public Single<Health> check() {
        return Single.defer(this::current);
    }

    private synchronized Single<Health> current() {
        Single<Health> known = shared;
        if (known == null || (endedAt != null && System.nanoTime() - endedAt >= FRESH)) {
            endedAt = null;
            known = Completable.defer(ping::get)
                    .toSingleDefault(Health.healthy())
                    .timeout(limitMillis, TimeUnit.MILLISECONDS)
                    .onErrorReturn(this::degraded)
                    .doOnSuccess(health -> ended())
                    .cache();
            shared = known;
        }
        return known;
    }

    private synchronized void ended() {
        endedAt = System.nanoTime();
    }

    private Health degraded(final Throwable error) {
        return Health.degraded(
                error instanceof TimeoutException
                        ? "The service did not respond within " + limitMillis + " ms"
                        : String.valueOf(error.getMessage()).replaceFirst("\\.$", ""));
    }
}
