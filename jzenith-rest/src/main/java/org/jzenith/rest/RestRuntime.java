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
import org.jzenith.rest.health.HealthResource;
import org.jzenith.rest.json.Json;
import org.jzenith.rest.validation.RequestValidation;

/**
 * The request handler and the server of one application. Built while plugins are prepared, so that mistakes are
 * reported at start.
 */
final class RestRuntime {

    /** The heap divided by this number limits the responses that wait for clients. */
    private static final long HEAP_PER_RESPONSES = 4;

    private static final long MIN_FOR_RESPONSES = 64 * 1024;

    /** The heap divided by this number limits the buffered bodies. */
    private static final long HEAP_PER_BODIES = 4;

    private static final long MIN_FOR_BODIES = 64 * 1024;

    private final Injector injector;
    private final RestConfiguration settings;
    private final Configuration configuration;
    private @Nullable RequestHandler handler;
    private @Nullable HttpListener server;
    private volatile Predicate<String> healthReaders = address -> false;

    @Inject
    RestRuntime(final Injector injector, final RestConfiguration settings, final Configuration configuration) {
        this.injector = injector;
        this.settings = settings;
        this.configuration = configuration;
    }

    synchronized void build(final RestComponents components, final String plugin) {
        final RequestHandler made = handler(
                components, plugin, RouteCheck.check(components, settings.applicationEnforcesAccessAnnotations()));
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
                .orElse(Runtime.getRuntime().maxMemory() / HEAP_PER_RESPONSES);
        if (bytes < MIN_FOR_RESPONSES) {
            throw new StartException(StartProblem.of(
                            "All waiting responses together may take only  " + bytes + " bytes.")
                    .from(configuration.origin("rest.max-buffered-responses").orElse("a quarter of the heap"))
                    .remedy("Set rest.max-buffered-responses to 64K or more."));
        }
        return bytes;
    }

    private RequestHandler handler(
            final RestComponents components, final String plugin, final Consumer<Class<?>> subResourceCheck) {
        final RequestHandler.Parts parts = new RequestHandler.Parts(
                settings.health().enabled()
                        ? components
                                .withResources(List.of(HealthResource.class))
                                .resources()
                        : components.resources(),
                components.instances(),
                components.providers(injector),
                List.of(
                        Json.body(injector.getProvider(ObjectMapper.class)),
                        injector.getInstance(RequestValidation.class).resolver()),
                components.application(),
                new Errors(components.mappings()),
                subResourceCheck);
        return RequestHandler.of(parts, limits(components, plugin), injector);
    }

    private long maxBufferedBodies() {
        final long bytes = settings.maxBufferedBodies()
                .map(DataSize::bytes)
                .orElse(Runtime.getRuntime().maxMemory() / HEAP_PER_BODIES);
        if (bytes < MIN_FOR_BODIES) {
            throw new StartException(StartProblem.of("All buffered bodies together may take only " + bytes + " bytes.")
                    .from(configuration.origin("rest.max-buffered-bodies").orElse("a quarter of the heap"))
                    .remedy("Set rest.max-buffered-bodies to 64K or more."));
        }
        return bytes;
    }

    private RequestHandler.Settings limits(final RestComponents components, final String plugin) {
        try {
            return new RequestHandler.Settings(
                    components.basePath(settings.contextPath()),
                    settings.maxBodySize().bytes(),
                    maxBufferedBodies(),
                    settings.json().maxSizeOnEventLoop().bytes(),
                    settings.bodyTimeout(),
                    settings.requestTimeout(),
                    settings.maxRequestsInFlight(),
                    settings.trustedProxies().orElse(List.of()),
                    plugin);
        } catch (final IllegalArgumentException e) {
            throw new StartException(StartProblem.of("A trusted proxy cannot be read: " + e.getMessage())
                    .from(configuration.origin("rest.trusted-proxies").orElse(null))
                    .remedy("Give rest.trusted-proxies IP addresses or networks such as 10.0.0.0/8.")
                    .causedBy(e));
        }
    }

    /**
     * A request that names no client has the address of its proxy, which is never trusted: any client may have sent it.
     */
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
