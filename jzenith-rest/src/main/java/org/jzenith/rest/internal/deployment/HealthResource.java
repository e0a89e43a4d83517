package org.jzenith.rest.internal.deployment;

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
import java.util.List;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.spi.HttpRequest;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.ApplicationState;
import org.jzenith.core.context.OpenByDefault;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.http.internal.listener.HealthReports;
import org.jzenith.rest.internal.error.Errors;

/**
 * Reports the application's health: 200 with {@code UP} or {@code DEGRADED}, or 503 with {@code DOWN}. The first entry of {@code checks} is
 * the application itself, the others are its health checks. Clients that are trusted by {@code rest.health.details-for}
 * also read the {@code reason} of each that does not work and {@code took}, in milliseconds; for all others the reasons stand
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

    private final HealthReports reports;
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
        this.reports = new HealthReports(checks, state);
        this.readers = readers;
    }

    /**
     * Reports whether the application and all its parts work: the status is that of the worst part.
     *
     * @return 200 or 503
     */
    @GET
    public Single<Response> health() {
        return reports.ready(isTrusted()).map(HealthResource::response);
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
        return Single.just(response(reports.live(isTrusted())));
    }

    /**
     * Reports whether the application has started.
     *
     * @return 200, or 503 while the application is starting
     */
    @GET
    @Path("started")
    public Single<Response> started() {
        return Single.just(response(reports.started(isTrusted())));
    }

    private boolean isTrusted() {
        final HttpRequest request = ResteasyContext.getContextData(HttpRequest.class);
        return request != null && readers.mayReadDetails(request.getRemoteAddress());
    }

    private static Response response(final HealthReports.Report report) {
        return Response.status(report.httpStatus())
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .header(HttpHeaders.RETRY_AFTER, report.httpStatus() == 200 ? null : Errors.RETRY_AFTER)
                .type(MediaType.APPLICATION_JSON_TYPE)
                .entity(new Report(
                        report.status().name(),
                        report.checks().stream().map(Check::of).toList()))
                .build();
    }

    private record Report(String status, List<Check> checks) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Check(
            String name,
            String status,
            @Nullable String reason,
            @Nullable Long took) {

        static Check of(final HealthReports.Check check) {
            return new Check(check.name(), check.status().name(), check.reason(), check.took());
        }
    }
}
