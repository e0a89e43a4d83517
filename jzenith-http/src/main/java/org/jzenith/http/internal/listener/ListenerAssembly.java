package org.jzenith.http.internal.listener;

import com.google.inject.Injector;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.context.ContextElements;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.internal.limit.HeapShares;
import org.jzenith.core.internal.start.ClaimedAddresses;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.HttpHandler;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.HttpMounts;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.http.handler.ListenerRequests;
import org.jzenith.http.handler.RequestSettings;
import org.jzenith.http.internal.configuration.HttpConfiguration;
import org.jzenith.http.internal.connection.ConnectionSettings;
import org.jzenith.http.internal.connection.ListenerConnections;
import org.jzenith.http.internal.response.ResponsePolicy;
import org.jzenith.http.internal.server.HttpListener;
import org.jzenith.http.request.Networks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings of a plugin's listeners, read while plugins check the application. Collects the mistakes, to which the plugin adds those of
 * its handler, and creates the listeners if there are none.
 */
public final class ListenerAssembly {

    private static final Logger LOGGER = LoggerFactory.getLogger(ListenerAssembly.class);

    private final Injector injector;
    private final HttpConfiguration settings;
    private final Configuration configuration;
    private final List<StartProblem> problems = new ArrayList<>();
    private final @Nullable RequestSettings requests;
    private final @Nullable Long maxBufferedResponses;
    private final @Nullable HttpMounts mounts;
    private final @Nullable Predicate<String> healthReaders;
    private final List<HttpListener.Address> addresses;

    /**
     * Reads the settings, and claims the addresses.
     *
     * @param injector the objects of the plugin that opens the listeners
     * @param setup the listeners
     * @param basePath reads the prefix of every path of their own handler
     * @param own the mounts that the plugin adds to those of others
     */
    public ListenerAssembly(
            final Injector injector,
            final ListenerSetup setup,
            final Supplier<String> basePath,
            final List<HttpMount> own) {
        this.injector = injector;
        this.settings = injector.getInstance(setup.settings());
        this.configuration = injector.getInstance(Configuration.class);
        final ListenerName listener = setup.listener();
        final RequestLimits limits =
                new RequestLimits(settings, configuration, injector.getInstance(HeapShares.class), problems);
        this.requests = limits.of(listener, basePath);
        this.maxBufferedResponses = limits.maxBufferedResponses();
        this.mounts = StartException.collect(problems, () -> HttpMounts.of(injector, listener, own));
        // The proxies are wrong if the requests are.
        final List<String> proxies =
                requests == null ? List.of() : settings.trustedProxies().orElse(List.of());
        this.healthReaders = StartException.collect(problems, () -> readHealthReaders(proxies));
        final HttpServerOptions options = StartException.collect(
                problems,
                () -> ServerOptions.of(settings, ListenerAddresses.host(settings, listener), setup.optionChanges()));
        this.addresses = options == null
                ? List.of()
                : new ListenerAddresses(
                                settings,
                                configuration,
                                listener,
                                options,
                                injector.getInstance(ClaimedAddresses.class),
                                problems)
                        .all();
    }

    /**
     * Returns the mistakes.
     *
     * @return a list to which further ones are added
     */
    public List<StartProblem> problems() {
        return problems;
    }

    /**
     * Returns the settings of the requests.
     *
     * @return null if one of them is wrong
     */
    public @Nullable RequestSettings requests() {
        return requests;
    }

    /**
     * Returns the mounts and guards of the listeners.
     *
     * @return null if one of them is wrong
     */
    public @Nullable HttpMounts mounts() {
        return mounts;
    }

    /**
     * Returns the limit of the responses that wait for clients.
     *
     * @return bytes; the least possible limit if the setting is wrong
     */
    public long maxBufferedResponses() {
        return maxBufferedResponses == null ? RequestLimits.LEAST : maxBufferedResponses;
    }

    /**
     * Throws the mistakes, if there are some.
     *
     * @throws StartException with all mistakes
     */
    public void throwProblems() {
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
    }

    /**
     * Creates the listeners, which {@link ListenerGroup#open} opens.
     *
     * @param handler handles the requests that no mount handles
     * @return all listeners of the plugin
     * @throws StartException if there are mistakes
     */
    public ListenerGroup listeners(final HttpHandler handler) {
        throwProblems();
        final Vertx vertx = injector.getInstance(Vertx.class);
        final ListenerRequests made = new ListenerRequests(
                handler,
                Objects.requireNonNull(mounts),
                Objects.requireNonNull(requests),
                injector.getInstance(ContextElements.class),
                injector.getInstance(Observers.class));
        warnOfLargeBodies(made);
        final ListenerConnections connections =
                new ListenerConnections(connectionSettings(), configuration.key("rest.max-connections"));
        final List<HttpListener> all = addresses.stream()
                .map(address -> new HttpListener(vertx, address, connections, made::attach, configuration))
                .toList();
        return new ListenerGroup(
                vertx, made, connections, all, Objects.requireNonNull(healthReaders), settings, configuration);
    }

    private ConnectionSettings connectionSettings() {
        return new ConnectionSettings(
                settings.instances().orElse(Runtime.getRuntime().availableProcessors()),
                settings.maxConnections(),
                settings.headerTimeout(),
                settings.idleTimeout(),
                maxBufferedResponses(),
                injector.getInstance(JZenithConfiguration.class).idleGrace(),
                settings.serverHeader(),
                Optional.ofNullable(Objects.requireNonNull(requests).responsePolicy())
                        .map(ResponsePolicy::prepared));
    }

    private void warnOfLargeBodies(final ListenerRequests made) {
        final RequestSettings limits = made.settings();
        if (made.largestBody() < limits.maxBody()) {
            LOGGER.warn(
                    "Bodies of more than {} bytes get a 413, although {} allows {}. All buffered bodies together may use {} bytes, "
                            + "and a single body at most 7/8 of that. Set {} higher, use a larger heap, or set {} lower.",
                    made.largestBody(),
                    configuration.key("rest.max-body-size"),
                    limits.maxBody(),
                    limits.maxBodies(),
                    configuration.key("rest.max-buffered-bodies"),
                    configuration.key("rest.max-body-size"));
        }
    }

    /** A request that names no client has the address of its proxy, which is never trusted: any client may have sent it. */
    private Predicate<String> readHealthReaders(final List<String> proxies) {
        try {
            final Predicate<String> trusted =
                    Networks.of(settings.health().detailsFor().orElse(List.of()))::contain;
            return proxies.isEmpty() ? trusted : trusted.and(Predicate.not(Networks.of(proxies)::contain));
        } catch (final IllegalArgumentException e) {
            throw new StartException(StartProblem.of(
                            "An address in rest.health.details-for is invalid: " + e.getMessage())
                    .from(configuration.origin("rest.health.details-for").orElse(null))
                    .remedy("Set rest.health.details-for to IP addresses or networks such as 10.0.0.0/8.")
                    .causedBy(e));
        }
    }
}
