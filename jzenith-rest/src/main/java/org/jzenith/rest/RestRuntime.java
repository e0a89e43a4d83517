package org.jzenith.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.inject.Injector;
import io.reactivex.Completable;
import io.reactivex.schedulers.Schedulers;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.JZenithConfiguration;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.context.ContextElements;
import org.jzenith.core.limit.HeapShares;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.core.start.ClaimedAddresses;
import org.jzenith.http.connection.ConnectionSettings;
import org.jzenith.http.handler.HttpMounts;
import org.jzenith.http.handler.ListenerRequests;
import org.jzenith.http.handler.RequestSettings;
import org.jzenith.http.request.Networks;
import org.jzenith.http.server.HttpListener;
import org.jzenith.rest.check.ResourceCheck;
import org.jzenith.rest.check.ServiceAccess;
import org.jzenith.rest.construct.LifecycleMethods;
import org.jzenith.rest.csv.CsvEntities;
import org.jzenith.rest.deployment.Components;
import org.jzenith.rest.deployment.Deployment;
import org.jzenith.rest.error.Errors;
import org.jzenith.rest.json.JsonEntities;
import org.jzenith.rest.memory.AdmitPartValues;
import org.jzenith.rest.multipart.MultipartForms;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.rest.pipeline.ResourceMethods;
import org.jzenith.rest.pipeline.RestHandler;
import org.jzenith.rest.pipeline.StepProvider;
import org.jzenith.rest.rx.StreamSettings;
import org.jzenith.rest.sse.EventStreams;
import org.jzenith.rest.validation.RequestValidation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests, the listeners and the table of resource methods of one plugin. Built while plugins check the application, so that
 * mistakes are reported before anything is changed outside the process.
 */
final class RestRuntime implements ResourceMethods {

    private static final Logger LOGGER = LoggerFactory.getLogger(RestRuntime.class);

    private static final long REPETITIONS_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final Injector injector;
    private final RestConfiguration settings;
    private final Configuration configuration;
    private final HeapShares heap;
    private final ClaimedAddresses claimed;
    private @Nullable ListenerRequests requests;
    private volatile @Nullable MultipartForms forms;
    private volatile @Nullable Errors errors;
    private volatile LifecycleMethods.@Nullable Singletons singletons;
    private List<HttpListener> listeners = List.of();
    private @Nullable Supplier<List<MethodRoute>> routes;
    private Map<Class<? extends Throwable>, OptionalInt> mappedFailures = Map.of();
    private @Nullable List<MethodRoute> listed;
    private volatile Predicate<String> healthReaders = address -> false;

    @Inject
    RestRuntime(
            final Injector injector,
            final RestConfiguration settings,
            final Configuration configuration,
            final HeapShares heap,
            final ClaimedAddresses claimed) {
        this.heap = heap;
        this.claimed = claimed;
        this.injector = injector;
        this.settings = settings;
        this.configuration = configuration;
    }

    /** Makes the resource methods and the listeners, and reports all mistakes together. */
    synchronized void build(
            final Components components, final String plugin, final List<Consumer<HttpServerOptions>> changes) {
        final List<StartProblem> problems = new ArrayList<>();
        final RequestLimits ofRequests = new RequestLimits(settings, configuration, heap, problems);
        final RequestSettings limits = ofRequests.of(components, plugin);
        final Long buffered = ofRequests.maxBufferedResponses();
        final List<StartProblem> mistakes = new ArrayList<>();
        final Deployment deployment = deployment(
                components,
                limits == null ? "" : limits.basePath(),
                buffered == null ? RequestLimits.LEAST : buffered,
                limits == null ? Integer.MAX_VALUE : ofRequests.maxTokens(limits),
                mistakes);
        problems.addAll(mistakes);
        final HttpMounts mounts = StartException.collect(problems, () -> HttpMounts.of(injector, plugin));
        if (mounts != null
                && plugin.equals("rest")
                && !settings
                        .applicationEnforcesAccessAnnotations()) { // its injector has the application's own bindings
            problems.addAll(ServiceAccess.problems(injector, HttpMounts.handlers(injector)));
        }
        if (deployment != null && mounts != null && limits != null) {
            checkHidden(deployment, mounts, limits.basePath(), problems);
        }
        if (deployment != null && limits != null) {
            checkRoutes(components, () -> deployment.routes(plugin, limits.basePath()), problems);
        }
        final Predicate<String> readers = StartException.collect(
                problems,
                () -> readersOfHealth(
                        limits == null ? List.of() : settings.trustedProxies().orElse(List.of())));
        final HttpServerOptions options = StartException.collect(
                problems, () -> ServerOptions.of(settings, ListenerAddresses.host(settings, plugin), changes));
        final List<HttpListener.Address> addresses = options == null
                ? List.of()
                : new ListenerAddresses(settings, configuration, plugin, options, claimed, problems).all();
        if (deployment == null
                || mounts == null
                || limits == null
                || readers == null
                || options == null
                || buffered == null
                || !problems.isEmpty()) {
            throw new StartException(problems);
        }
        final ListenerRequests made = requests(deployment.handler(), mounts, limits);
        healthReaders = readers;
        requests = made;
        singletons = deployment.singletons();
        final HttpListener main = new HttpListener(
                injector.getInstance(Vertx.class),
                addresses.get(0),
                new ConnectionSettings(
                        settings.instances().orElse(Runtime.getRuntime().availableProcessors()),
                        settings.maxConnections(),
                        settings.headerTimeout(),
                        settings.idleTimeout(),
                        buffered,
                        injector.getInstance(JZenithConfiguration.class).idleGrace(),
                        settings.serverHeader()),
                made::attach,
                configuration);
        final List<HttpListener> all = new ArrayList<>(List.of(main));
        addresses.stream().skip(1).map(main::further).forEach(all::add);
        listeners = List.copyOf(all);
        mappedFailures = components.mappings().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Errors.Mapping::type, Errors.Mapping::status, (one, last) -> last));
        routes = () -> deployment.routes(plugin, limits.basePath());
    }

    /** The first call also compiles the sub-resources that locators declare. */
    @Override
    public synchronized List<MethodRoute> all() {
        final List<MethodRoute> all = listed == null ? compiled().get() : listed;
        listed = all;
        return all;
    }

    @Override
    public synchronized Map<Class<? extends Throwable>, OptionalInt> mappedFailures() {
        compiled();
        return mappedFailures;
    }

    @Override
    public String toString() {
        return RouteListing.of(all());
    }

    private Supplier<List<MethodRoute>> compiled() {
        if (routes == null) {
            throw new IllegalStateException(
                    "The table of resource methods is asked for before the resources are compiled."
                            + " Ask in prepare(..) or a later phase of the plugin, not in a module or check(..).");
        }
        return routes;
    }

    private static void checkRoutes(
            final Components components, final Supplier<List<MethodRoute>> made, final List<StartProblem> problems) {
        for (final StepProvider provider : components.steps()) {
            StartException.collect(problems, () -> {
                provider.check(made);
                return true;
            });
        }
    }

    /** A filter may still move requests to such a method. */
    private void checkHidden(
            final Deployment deployment,
            final HttpMounts mounts,
            final String basePath,
            final List<StartProblem> problems) {
        deployment
                .hidden(mounts, basePath)
                .forEach(
                        deployment.mayMoveRequests()
                                ? ResourceCheck.warnings(settings.failOnWarnings(), problems::add)
                                : problems::add);
    }

    /**
     * Finds also the mistakes that show only when others are left out.
     *
     * @param maxBuffered bytes of responses that may wait for clients
     * @param maxTokens the maximum number of tokens of a document
     * @param problems none yet
     * @return null if there are problems
     */
    private @Nullable Deployment deployment(
            final Components components,
            final String basePath,
            final long maxBuffered,
            final int maxTokens,
            final List<StartProblem> problems) {
        final Consumer<Class<?>> subResourceCheck =
                ComponentsCheck.check(components, settings.applicationEnforcesAccessAnnotations(), injector, problems);
        final boolean sound = problems.isEmpty();
        try {
            final Deployment made = new Deployment(
                    parts(
                            sound ? components : components.thatCanBeMade(injector),
                            subResourceCheck,
                            basePath,
                            maxBuffered,
                            maxTokens),
                    injector);
            return sound ? made : null;
        } catch (final StartException e) {
            problems.addAll(e.problems());
        } catch (final RuntimeException e) {
            if (sound) {
                throw e;
            }
        }
        return null;
    }

    private ListenerRequests requests(
            final RestHandler handler, final HttpMounts mounts, final RequestSettings limits) {
        final ListenerRequests made = new ListenerRequests(
                handler,
                mounts,
                limits,
                injector.getInstance(ContextElements.class),
                injector.getInstance(Observers.class));
        if (made.largestBody() < limits.maxBody()) {
            LOGGER.warn(
                    "Bodies of more than {} bytes get a 413, though {} allows {}: all buffered"
                            + " bodies together may take {} bytes, of which one body gets seven eighths at most. Set"
                            + " {} higher, give the JVM a larger heap, or set {} lower.",
                    made.largestBody(),
                    configuration.key("rest.max-body-size"),
                    limits.maxBody(),
                    limits.maxBodies(),
                    configuration.key("rest.max-buffered-bodies"),
                    configuration.key("rest.max-body-size"));
        }
        return made;
    }

    private Deployment.Parts parts(
            final Components components,
            final Consumer<Class<?>> subResourceCheck,
            final String basePath,
            final long maxBuffered,
            final int maxTokens) {
        return new Deployment.Parts(
                (settings.health().enabled() ? components.withResources(List.of(HealthResource.class)) : components)
                        .withProvidersMade(injector),
                builtins(maxTokens),
                errors(components),
                subResourceCheck,
                settings.failOnWarnings(),
                basePath,
                new Deployment.Bodies(
                        settings.json().maxSizeOnEventLoop().bytes(),
                        settings.json().maxElementSize().toInt(),
                        settings.decodeBodies().orElse(List.of()),
                        settings.maxFormFields(),
                        maxTokens),
                settings.patch(),
                settings.rateLimit().maxKeys(),
                new StreamSettings(
                        settings.streamFlush(),
                        new EventStreams(
                                settings.sse().heartbeat(), settings.sse().retry())),
                new Deployment.EventLimits(settings.sse().maxQueue().bytes(), maxBuffered),
                forms());
    }

    /** Called once. Repeated failures are reported until Vert.x closes. */
    private Errors errors(final Components components) {
        final Errors made = new Errors(components.mappings());
        errors = made;
        injector.getInstance(Vertx.class).setPeriodic(REPETITIONS_MILLIS, timer -> made.reportRepetitions());
        return made;
    }

    /** Logs how often failures have repeated since the last minute's report. */
    void reportRepetitions() {
        final Errors made = errors;
        if (made != null) {
            made.reportRepetitions();
        }
    }

    /** Called once, before the listeners are made. */
    private MultipartForms forms() {
        final MultipartForms made = new MultipartForms(
                injector.getInstance(Vertx.class),
                settings.multipart(),
                configuration.origin("rest.multipart.folder").orElse(null),
                AdmitPartValues::new);
        forms = made;
        return made;
    }

    /** Opens the folder for uploads, if there are some. Blocks. */
    void openForms() {
        final MultipartForms made = forms;
        if (made != null) {
            made.open();
        }
    }

    /** Opens the output of the access log, if there is one. Blocks. */
    void startAccessLog() {
        try {
            requests().startAccessLog();
        } catch (final IOException e) {
            throw new StartException(StartProblem.of("The access log cannot be written to '"
                            + settings.accessLog().output() + "'. " + e.getMessage())
                    .from(configuration.origin("rest.access-log.output").orElse(null))
                    .remedy("Set rest.access-log.output to stdout, logger, or the path of a file that the service may"
                            + " write, in a folder that exists.")
                    .causedBy(e));
        }
    }

    /** Calls {@code @PostConstruct} of singleton resources and providers. Blocks. */
    void startSingletons() {
        built(singletons).start();
    }

    /** Calls {@code @PreDestroy} of these singletons, on a thread that may block. */
    Completable stopSingletons() {
        return Completable.fromAction(() -> built(singletons).stop()).subscribeOn(Schedulers.io());
    }

    long bytesOfForms() {
        final MultipartForms made = forms;
        return made == null ? 0 : made.bytesOnDisk();
    }

    long maxBytesOfForms() {
        return settings.multipart().maxDisk().bytes();
    }

    /** Deletes the files of uploads. */
    Completable closeForms() {
        final MultipartForms made = forms;
        return made == null ? Completable.complete() : made.close();
    }

    private List<Object> builtins(final int maxTokens) {
        final List<Object> builtins =
                new ArrayList<>(CsvEntities.providers(injector.getProvider(ObjectMapper.class), maxTokens));
        builtins.add(JsonEntities.body(injector.getProvider(ObjectMapper.class), maxTokens));
        builtins.add(injector.getInstance(RequestValidation.class).resolver());
        return builtins;
    }

    /**
     * A request that names no client has the address of its proxy, which is never trusted: any client may have sent it.
     */
    private Predicate<String> readersOfHealth(final List<String> proxies) {
        try {
            final Predicate<String> trusted =
                    Networks.of(settings.health().detailsFor().orElse(List.of()))::contain;
            return proxies.isEmpty() ? trusted : trusted.and(Predicate.not(Networks.of(proxies)::contain));
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

    /** Reads a number of the listeners; 0 before they are built. */
    synchronized long read(final ToLongFunction<RestRuntime> number) {
        return listeners.isEmpty() ? 0 : number.applyAsLong(this);
    }

    synchronized ListenerRequests requests() {
        return built(requests);
    }

    /** The listener of the plugin; its stop and drain are those of all. */
    HttpListener mainListener() {
        return built(listeners().isEmpty() ? null : listeners().get(0));
    }

    /** All listeners; empty before {@link #build}. */
    synchronized List<HttpListener> listeners() {
        return listeners;
    }

    private static <T> T built(final @Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("The server is not built yet.");
        }
        return part;
    }
}
