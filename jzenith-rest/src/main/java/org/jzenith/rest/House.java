package org.jzenith.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.inject.Injector;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.JZenithConfiguration;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.server.HttpListener;
import org.jzenith.rest.dispatch.RequestHandler;
import org.jzenith.rest.error.Errors;
import org.jzenith.rest.express.ExpressLane;
import org.jzenith.rest.health.HealthResource;
import org.jzenith.rest.json.Json;
import org.jzenith.rest.validation.RequestValidation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handler and server of one application. Put together in a moment of the start, so that mistakes can be reported. */
final class House {

    private static final Logger LOGGER = LoggerFactory.getLogger(House.class);

    /** The whole heap divided by it is left for answers that wait for clients. */
    private static final long SHARE_OF_RESPONSES = 4;

    private static final long LEAST_FOR_RESPONSES = 64 * 1024;

    /** The whole heap divided by it is left for bodies. */
    private static final long SHARE_OF_BODIES = 4;

    private static final long LEAST_FOR_BODIES = 64 * 1024;

    private final Injector injector;
    private final RestConfiguration settings;
    private final Configuration configuration;
    private @Nullable RequestHandler handler;
    private @Nullable HttpListener server;
    private volatile Predicate<String> healthReaders = address -> false;

    @Inject
    House(final Injector injector, final RestConfiguration settings, final Configuration configuration) {
        this.injector = injector;
        this.settings = settings;
        this.configuration = configuration;
    }

    synchronized void build(final Routes routes) {
        final RequestHandler made =
                handler(routes, RouteCheck.check(routes, settings.applicationEnforcesAccessAnnotations()));
        healthReaders = readersOfHealth();
        handler = made;
        server = new HttpListener(
                injector.getInstance(Vertx.class),
                ServerOptions.of(settings),
                new HttpListener.Settings(
                        settings.instances().orElse(Runtime.getRuntime().availableProcessors()),
                        settings.maxConnections(),
                        settings.headerTimeout(),
                        settings.idleTimeout(),
                        maxBufferedResponses(),
                        injector.getInstance(JZenithConfiguration.class).idleGrace(),
                        settings.serverHeader(),
                        "rest"),
                made::attach,
                configuration);
    }

    private long maxBufferedResponses() {
        final long bytes = settings.maxBufferedResponses()
                .map(DataSize::bytes)
                .orElse(Runtime.getRuntime().maxMemory() / SHARE_OF_RESPONSES);
        if (bytes < LEAST_FOR_RESPONSES) {
            throw new StartException(StartProblem.of("All waiting answers together may take only " + bytes + " bytes.")
                    .from(configuration.origin("rest.max-buffered-responses").orElse("a quarter of the heap"))
                    .remedy("Set rest.max-buffered-responses to 64K or more."));
        }
        return bytes;
    }

    private RequestHandler handler(final Routes routes, final Consumer<Class<?>> subResourceCheck) {
        final RequestHandler.Parts parts = new RequestHandler.Parts(
                settings.health().enabled()
                        ? routes.withResources(List.of(HealthResource.class)).resources()
                        : routes.resources(),
                routes.instances(),
                routes.providers(injector),
                List.of(
                        Json.body(injector.getProvider(ObjectMapper.class)),
                        injector.getInstance(RequestValidation.class).resolver()),
                routes.application(),
                new Errors(routes.mappings()),
                subResourceCheck);
        final RequestHandler made = RequestHandler.of(parts, limits(routes), injector);
        if (settings.expressLane()) {
            report(made.express());
        }
        return made;
    }

    private static void report(final ExpressLane lane) {
        final int taking = lane.size();
        LOGGER.info(
                "{} of {} resource methods take the express lane.",
                taking,
                taking + lane.others().size());
        lane.others().forEach(other -> LOGGER.debug("Not on the express lane: {}.", other));
    }

    private long maxBufferedBodies() {
        final long bytes = settings.maxBufferedBodies()
                .map(DataSize::bytes)
                .orElse(Runtime.getRuntime().maxMemory() / SHARE_OF_BODIES);
        if (bytes < LEAST_FOR_BODIES) {
            throw new StartException(StartProblem.of("All buffered bodies together may take only " + bytes + " bytes.")
                    .from(configuration.origin("rest.max-buffered-bodies").orElse("a quarter of the heap"))
                    .remedy("Set rest.max-buffered-bodies to 64K or more."));
        }
        return bytes;
    }

    private RequestHandler.Settings limits(final Routes routes) {
        try {
            return new RequestHandler.Settings(
                    routes.basePath(settings.contextPath()),
                    settings.maxBodySize().bytes(),
                    maxBufferedBodies(),
                    settings.json().maxSizeOnEventLoop().bytes(),
                    settings.bodyTimeout(),
                    settings.requestTimeout(),
                    settings.maxRequestsInFlight(),
                    settings.trustedProxies().orElse(List.of()),
                    settings.expressLane());
        } catch (final IllegalArgumentException e) {
            throw new StartException(StartProblem.of("A trusted proxy cannot be read: " + e.getMessage())
                    .from(configuration.origin("rest.trusted-proxies").orElse(null))
                    .remedy("Give rest.trusted-proxies IP addresses or networks such as 10.0.0.0/8.")
                    .causedBy(e));
        }
    }

    /** A proxy that names no client is never the one who is trusted: anybody may stand behind it. */
    private Predicate<String> readersOfHealth() {
        try {
            final Predicate<String> trusted =
                    RequestHandler.networks(settings.health().detailsFor().orElse(List.of()));
            final List<String> proxies = settings.trustedProxies().orElse(List.of());
            return proxies.isEmpty()
                    ? trusted
                    : trusted.and(RequestHandler.networks(proxies).negate());
        } catch (final IllegalArgumentException e) {
            throw new StartException(StartProblem.of(
                            "An address in rest.health.details-for cannot be read: " + e.getMessage())
                    .from(configuration.origin("rest.health.details-for").orElse(null))
                    .remedy("Give rest.health.details-for IP addresses or networks such as 10.0.0.0/8.")
                    .causedBy(e));
        }
    }

    boolean showsHealthTo(final String address) {
        return healthReaders.test(address);
    }

    synchronized RequestHandler handler() {
        return built(handler);
    }

    synchronized HttpListener server() {
        return built(server);
    }

    synchronized boolean isBuilt() {
        return server != null;
    }

    private static <T> T built(final @Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("The server is not prepared yet.");
        }
        return part;
    }
}
