package org.jzenith.core.health;

import io.reactivex.Observable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks all health checks of the application, side by side, each with a time limit.
 *
 * <p>Injectable, safe for use by many threads.
 */
public final class HealthChecks {

    private final List<HealthCheck> checks;
    private final Duration timeout;

    /**
     * Made by the framework.
     *
     * @param checks all bound checks
     * @param configuration holds the time limit of a check
     */
    @Inject
    public HealthChecks(final Set<HealthCheck> checks, final HealthConfiguration configuration) {
        this.checks =
                checks.stream().sorted(Comparator.comparing(HealthCheck::name)).toList();
        this.timeout = configuration.timeout();
    }

    /**
     * Asks every check. A check that fails, throws or takes longer than {@code health.timeout} is down.
     *
     * @return a result for each check, ordered by name; never an error
     */
    public Single<List<Result>> run() {
        return Observable.fromIterable(checks)
                .concatMapEagerDelayError(this::ask, true)
                .toList();
    }

    private Observable<Result> ask(final HealthCheck check) {
        final long start = System.nanoTime();
        return Single.defer(check::check)
                .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .onErrorReturn(error -> Health.unhealthy(
                        error instanceof TimeoutException
                                ? "no answer within " + timeout.toMillis() + " ms"
                                : "the check failed with " + error.getClass().getSimpleName()))
                .map(health -> new Result(check.name(), health, Duration.ofNanos(System.nanoTime() - start)))
                .toObservable();
    }

    /**
     * What one check answered.
     *
     * @param name the check's name
     * @param health its answer
     * @param took how long it took to answer
     */
    public record Result(String name, Health health, Duration took) {}
}
