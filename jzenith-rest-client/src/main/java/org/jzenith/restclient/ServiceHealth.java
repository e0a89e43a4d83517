package org.jzenith.restclient;

import io.reactivex.Completable;
import io.reactivex.Single;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.internal.configuration.HealthConfiguration;

/**
 * The health of a service that a client calls. A failed call is degraded, because all instances of the application call the same service:
 * its outage must not take all of them out of rotation. Anyone may ask for the health, so one call at a time asks the service, and others
 * get its last result meanwhile.
 */
final class ServiceHealth implements HealthCheck {

    private final String client;
    private final Supplier<Completable> ping;
    private final long limitMillis;
    private final AtomicBoolean running = new AtomicBoolean();
    private volatile @Nullable Health last;

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
        final boolean isFirst = running.compareAndSet(false, true);
        final Health known = last;
        if (!isFirst && known != null) {
            return Single.just(known);
        }
        final Single<Health> asked = Completable.defer(ping::get)
                .toSingleDefault(Health.healthy())
                .timeout(limitMillis, TimeUnit.MILLISECONDS)
                .onErrorReturn(this::degraded)
                .doOnSuccess(health -> last = health);
        return isFirst ? asked.doFinally(() -> running.set(false)) : asked;
    }

    private Health degraded(final Throwable error) {
        return Health.degraded(
                error instanceof TimeoutException
                        ? "The service did not respond within " + limitMillis + " ms"
                        : String.valueOf(error.getMessage()).replaceFirst("\\.$", ""));
    }
}
