package org.jzenith.http.internal.listener;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.ApplicationState;
import org.jzenith.core.ApplicationState.Phase;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.Health.Status;
import org.jzenith.core.health.HealthChecks;

/**
 * The health of the application as clients read it, with Jakarta REST and without. Safe for use by many threads.
 *
 * @param checks the application's health checks
 * @param state the phase of the application
 */
@CheckReturnValue
public record HealthReports(HealthChecks checks, ApplicationState state) {

    /**
     * A report.
     *
     * @param checks the application itself, then its health checks
     */
    public record Report(List<Check> checks) {

        /** Returns the status of the response: 503 if a check is down, else 200. */
        public int httpStatus() {
            return status() == Status.DOWN ? 503 : 200;
        }

        /** Returns the status of the application, which is the worst of all checks. */
        public Status status() {
            return checks.stream()
                    .map(Check::status)
                    .max(Comparator.naturalOrder())
                    .orElse(Status.UP);
        }
    }

    /**
     * The state of one part.
     *
     * @param name the name of the check
     * @param status says if it works
     * @param reason why it does not work; null if it is up, and for clients that are not trusted
     * @param took the duration of the check in milliseconds; null for clients that are not trusted
     */
    public record Check(
            String name,
            Status status,
            @Nullable String reason,
            @Nullable Long took) {

        static Check of(final HealthChecks.Result result, final boolean detailed) {
            return new Check(
                    result.name(),
                    result.health().status(),
                    detailed ? result.health().reason() : null,
                    detailed ? result.took().toMillis() : null);
        }
    }

    /**
     * Reports whether traffic may be routed here: down while a part is down, and from the start of a shutdown.
     *
     * @param detailed true for a trusted client
     * @return the application and all its checks; the checks are left out if it does not run
     */
    public Single<Report> ready(final boolean detailed) {
        final Phase phase = state.phase();
        if (phase != Phase.RUNNING) {
            return Single.just(ofApplication(false, detailed));
        }
        return checks.run().map(results -> {
            final List<Check> all =
                    new ArrayList<>(ofApplication(true, detailed).checks());
            results.forEach(result -> all.add(Check.of(result, detailed)));
            return new Report(all);
        });
    }

    /**
     * Reports that the process is alive. It runs no checks, so that a lost database does not restart the application.
     *
     * @param detailed true for a trusted client
     * @return always up
     */
    public Report live(final boolean detailed) {
        return ofApplication(true, detailed);
    }

    /**
     * Reports whether the application has started.
     *
     * @param detailed true for a trusted client
     * @return down while the application is starting
     */
    public Report started(final boolean detailed) {
        return ofApplication(state.phase() != Phase.STARTING, detailed);
    }

    private Report ofApplication(final boolean up, final boolean detailed) {
        final Health health =
                up ? Health.healthy() : Health.unhealthy(state.phase().name().toLowerCase(Locale.ROOT));
        return new Report(List.of(Check.of(new HealthChecks.Result("application", health, Duration.ZERO), detailed)));
    }
}
