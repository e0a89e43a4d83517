package org.jzenith.core.health;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Observable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.configuration.HealthConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * For plugins: runs all health checks of the application concurrently, each with a time limit. When the result of a
 * check changes, one line with the reason is logged.
 *
 * <p>Injectable, safe for use by many threads.
 */
@CheckReturnValue
public final class HealthChecks {

    private static final Logger LOGGER = LoggerFactory.getLogger(HealthChecks.class);

    private final List<HealthCheck> checks;
    private final Map<String, Health.Status> latest = new ConcurrentHashMap<>();
    private final Duration timeout;

    /**
     * Creates the checks; called by jZenith.
     *
     * @param checks all bound checks
     * @param configuration holds the time limit of a check
     */
    @Inject
    HealthChecks(final Set<HealthCheck> checks, final HealthConfiguration configuration) {
        this.checks =
                checks.stream().sorted(Comparator.comparing(HealthCheck::name)).toList();
        this.timeout = configuration.timeout();
    }

    /**
     * Runs every check. A check that fails, throws or takes longer than {@code health.timeout} is down.
     *
     * @return a result for each check, ordered by name; never an error
     */
    public Single<List<Result>> run() {
        return Observable.fromIterable(checks)
                .concatMapEagerDelayError(this::check, true)
                .toList();
    }

    private Observable<Result> check(final HealthCheck check) {
        final long start = System.nanoTime();
        return Single.defer(check::check)
                .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .doOnSuccess(health -> log(check.name(), health, null))
                .onErrorReturn(error -> failed(check.name(), error))
                .map(health -> new Result(check.name(), health, Duration.ofNanos(System.nanoTime() - start)))
                .toObservable();
    }

    private Health failed(final String name, final Throwable error) {
        final boolean timedOut = error instanceof TimeoutException;
        final Health health = Health.unhealthy(
                timedOut
                        ? "no answer within " + timeout.toMillis() + " ms"
                        : "the check failed with " + error.getClass().getSimpleName());
        log(name, health, timedOut ? null : error);
        return health;
    }

    /** Logs a change as INFO or WARN, and an unchanged failure as DEBUG. */
    private void log(final String name, final Health health, final @Nullable Throwable error) {
        final Health.Status before = latest.put(name, health.status());
        final String status = health.status().name().toLowerCase(Locale.ROOT);
        if (health.status() == Health.Status.UP) {
            if (before != null && before != Health.Status.UP) {
                LOGGER.info("The health check {} is up again.", name);
            }
        } else if (before == health.status()) {
            LOGGER.debug("The health check {} is still {}: {}.", name, status, health.reason());
        } else {
            LOGGER.warn("The health check {} is {}: {}.", name, status, health.reason(), error);
        }
    }

    /**
     * Returns the names of all checks.
     *
     * @return sorted
     */
    public List<String> names() {
        return checks.stream().map(HealthCheck::name).toList();
    }

    /**
     * Returns the status that a check had in its latest run, without running it.
     *
     * @param name the name of the check
     * @return empty before the first run
     */
    public Optional<Health.Status> latest(final String name) {
        return Optional.ofNullable(latest.get(name));
    }

    /**
     * The result of one check.
     *
     * @param name the check's name
     * @param health the check's result
     * @param took the duration of the check
     */
    public record Result(String name, Health health, Duration took) {}
}
