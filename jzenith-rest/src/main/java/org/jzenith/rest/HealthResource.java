package org.jzenith.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.spi.HttpRequest;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.ApplicationState;
import org.jzenith.core.ApplicationState.Phase;
import org.jzenith.core.context.OpenByDefault;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.rest.error.Errors;

/**
 * Reports the application's health: 200 with {@code UP}, or 503 with {@code DOWN}. The first entry of {@code checks} is
 * the application itself, the others are its health checks. Clients that are trusted by {@code rest.health.details-for}
 * also read the {@code reason} of each that is down and {@code took}, in milliseconds; for all others the reasons stand
 * in the log.
 *
 * <p>Safe for use by many threads.
 */
@Singleton
@OpenByDefault
@Path("/health")
@Produces(MediaType.APPLICATION_JSON)
@CheckReturnValue
public final class HealthResource {

    private static final String UP = "UP";
    private static final String DOWN = "DOWN";

    private final HealthChecks checks;
    private final ApplicationState state;
    private final Readers readers;

    /** The clients that may read why a check is down. */
    @FunctionalInterface
    public interface Readers {

        /**
         * Looks at one client.
         *
         * @param address its IP address; behind trusted proxies the one that they name
         * @return true if it is trusted
         */
        boolean mayReadDetails(String address);
    }

    /**
     * Made by Guice.
     *
     * @param checks the application's health checks
     * @param state the phase of the application
     * @param readers the addresses of clients that may read why a check is down
     */
    @Inject
    public HealthResource(final HealthChecks checks, final ApplicationState state, final Readers readers) {
        this.checks = checks;
        this.state = state;
        this.readers = readers;
    }

    /**
     * Reports whether the application and all its parts work.
     *
     * @return 200 or 503
     */
    @GET
    public Single<Response> health() {
        final Phase phase = state.phase();
        final boolean detailed = isTrusted();
        if (phase != Phase.RUNNING) {
            return Single.just(response(List.of(application(false, phase, detailed))));
        }
        return checks.run().map(results -> {
            final List<Check> all = new ArrayList<>();
            all.add(application(true, phase, detailed));
            results.forEach(result -> all.add(Check.of(result, detailed)));
            return response(all);
        });
    }

    /**
     * Reports whether traffic may be routed here: down while a part is down, and from the start of a shutdown.
     *
     * @return 200 or 503
     */
    @GET
    @Path("ready")
    public Single<Response> ready() {
        return health();
    }

    /**
     * Reports that the process is alive. It runs no checks, so that a lost database does not restart the application.
     *
     * @return 200
     */
    @GET
    @Path("live")
    public Single<Response> live() {
        return Single.just(response(List.of(application(true, state.phase(), isTrusted()))));
    }

    /**
     * Reports whether the application has started.
     *
     * @return 200, or 503 while the application is starting
     */
    @GET
    @Path("started")
    public Single<Response> started() {
        final Phase phase = state.phase();
        return Single.just(response(List.of(application(phase != Phase.STARTING, phase, isTrusted()))));
    }

    private boolean isTrusted() {
        final HttpRequest request = ResteasyContext.getContextData(HttpRequest.class);
        return request != null && readers.mayReadDetails(request.getRemoteAddress());
    }

    private static Check application(final boolean up, final Phase phase, final boolean detailed) {
        return Check.of(
                new HealthChecks.Result(
                        "application",
                        up ? Health.healthy() : Health.unhealthy(phase.name().toLowerCase(Locale.ROOT)),
                        Duration.ZERO),
                detailed);
    }

    private static Response response(final List<Check> checks) {
        final boolean up = checks.stream().allMatch(check -> check.status().equals(UP));
        return Response.status(up ? 200 : 503)
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .header(HttpHeaders.RETRY_AFTER, up ? null : Errors.RETRY_AFTER)
                .type(MediaType.APPLICATION_JSON_TYPE)
                .entity(new Report(up ? UP : DOWN, checks))
                .build();
    }

    private record Report(String status, List<Check> checks) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Check(
            String name,
            String status,
            @Nullable String reason,
            @Nullable Long took) {

        static Check of(final HealthChecks.Result result, final boolean detailed) {
            return new Check(
                    result.name(),
                    result.health().up() ? UP : DOWN,
                    detailed ? result.health().reason() : null,
                    detailed ? result.took().toMillis() : null);
        }
    }
}
