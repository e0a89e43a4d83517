package org.jzenith.rest;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.reactivex.schedulers.Schedulers;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Endpoints;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.HttpMounts;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.http.handler.RequestSettings;
import org.jzenith.http.internal.listener.ListenerAssembly;
import org.jzenith.http.internal.listener.ListenerGroup;
import org.jzenith.http.internal.listener.ListenerSetup;
import org.jzenith.rest.access.MountAccess;
import org.jzenith.rest.internal.check.ResourceCheck;
import org.jzenith.rest.internal.check.ServiceAccess;
import org.jzenith.rest.internal.configuration.RestConfiguration;
import org.jzenith.rest.internal.deployment.Components;
import org.jzenith.rest.internal.deployment.Deployment;
import org.jzenith.rest.internal.deployment.HealthResource;
import org.jzenith.rest.internal.error.Errors;
import org.jzenith.rest.internal.memory.ValueEstimate;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.rest.pipeline.ResourceMethods;
import org.jzenith.rest.pipeline.StepProvider;

/**
 * The request handling, the listeners and the table of resource methods of one plugin. It is built while plugins check the application, so
 * mistakes are reported before the application changes anything outside the process.
 */
final class RestRuntime implements ResourceMethods {

    private static final long REPETITIONS_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final Injector injector;
    private final RestConfiguration settings;
    private volatile @Nullable Served served;
    private @Nullable List<MethodRoute> listed;

    @Inject
    private RestRuntime(final Injector injector, final RestConfiguration settings) {
        this.injector = injector;
        this.settings = settings;
    }

    /** All objects that serve requests. They are created together. */
    private record Served(
            ListenerName listener,
            ListenerGroup listeners,
            Deployment deployment,
            Errors errors,
            Supplier<List<MethodRoute>> routes,
            Map<Class<? extends Throwable>, OptionalInt> mappedFailures) {}

    /** Builds the resource methods and the listeners, and reports all mistakes together. */
    synchronized void build(final Components components, final ListenerSetup setup) {
        final ListenerAssembly assembly = new ListenerAssembly(
                injector,
                setup,
                () -> ApplicationComponents.basePath(components.application(), settings.contextPath()),
                List.of());
        final Errors errors = errors(components);
        final Deployment deployment = deployment(components, errors, assembly);
        checkServices(setup, assembly);
        if (deployment != null) {
            checkRoutes(components, deployment, setup, assembly);
        }
        assembly.throwProblems();
        served = served(components, Objects.requireNonNull(deployment), errors, setup, assembly);
    }

    private Served served(
            final Components components,
            final Deployment deployment,
            final Errors errors,
            final ListenerSetup setup,
            final ListenerAssembly assembly) {
        final ListenerGroup listeners = assembly.listeners(deployment.handler());
        final String basePath = Objects.requireNonNull(assembly.requests()).basePath();
        final Map<Class<? extends Throwable>, OptionalInt> mapped = new HashMap<>();
        components.mappings().forEach(each -> mapped.put(each.type(), each.status()));
        return new Served(
                setup.listener(),
                listeners,
                deployment,
                errors,
                () -> deployment.routes(setup.listener().plugin(), basePath),
                Map.copyOf(mapped));
    }

    /** Returns all methods. The first call also compiles the sub-resources that locators declare. */
    @Override
    public synchronized List<MethodRoute> all() {
        final List<MethodRoute> all = listed == null ? compiled().routes().get() : listed;
        listed = all;
        return all;
    }

    @Override
    public Map<Class<? extends Throwable>, OptionalInt> mappedFailures() {
        return compiled().mappedFailures();
    }

    @Override
    public String toString() {
        return RouteListing.of(all(), mounted());
    }

    private List<RouteListing.Mounted> mounted() {
        final ListenerName listener = compiled().listener();
        final Optional<MountAccess> access = MountAccess.of(injector);
        return HttpMounts.routes(injector, listener).stream()
                .map(part -> new RouteListing.Mounted(
                        part,
                        access.map(known -> known.description(listener.plugin(), part))
                                .orElse("")))
                .toList();
    }

    private Served compiled() {
        final Served made = served;
        if (made == null) {
            throw new IllegalStateException(
                    "The resource methods were requested before they were compiled. Request them in the plugin's "
                            + "prepare(..) or a later phase, not in a module or in check(..).");
        }
        return made;
    }

    /** Finds access annotations that nothing enforces. Only the plugin without a qualifier looks for them. */
    private void checkServices(final ListenerSetup setup, final ListenerAssembly assembly) {
        if (assembly.mounts() != null
                && setup.qualifier().isEmpty() // its injector has the application's own bindings
                && !settings.applicationEnforcesAccessAnnotations()) {
            assembly.problems().addAll(ServiceAccess.problems(injector, HttpMounts.handlers(injector)));
        }
    }

    /** Checks the routes, and reports those that a mount hides. If a filter may move requests to such a method, this is only a warning. */
    private void checkRoutes(
            final Components components,
            final Deployment deployment,
            final ListenerSetup setup,
            final ListenerAssembly assembly) {
        final RequestSettings limits = assembly.requests();
        if (limits == null) {
            return;
        }
        final List<StartProblem> problems = assembly.problems();
        final HttpMounts mounts = assembly.mounts();
        if (mounts != null) {
            deployment
                    .hidden(mounts, limits.basePath())
                    .forEach(
                            deployment.mayMoveRequests()
                                    ? ResourceCheck.warnings(settings.failOnWarnings(), problems::add)
                                    : problems::add);
            if (!mounts.routes().isEmpty()) {
                problems.addAll(ResourceCheck.unreached(
                        mounts,
                        limits.basePath(),
                        deployment.routes(setup.listener().plugin(), limits.basePath())));
            }
        }
        for (final StepProvider provider : components.steps()) {
            StartException.collect(problems, () -> {
                provider.check(() -> deployment.routes(setup.listener().plugin(), limits.basePath()));
                return true;
            });
        }
    }

    /**
     * Builds the deployment. If there are mistakes, also builds it without the faulty components, to find further mistakes.
     *
     * @return null if there are problems
     */
    private @Nullable Deployment deployment(
            final Components components, final Errors errors, final ListenerAssembly assembly) {
        final List<StartProblem> problems = new ArrayList<>();
        final Consumer<Class<?>> subResourceCheck =
                ComponentsCheck.check(components, settings.applicationEnforcesAccessAnnotations(), injector, problems);
        final boolean sound = problems.isEmpty();
        Deployment made = null;
        try {
            made = new Deployment(
                    parts(sound ? components : components.thatCanBeMade(injector), subResourceCheck, errors, assembly),
                    injector);
        } catch (final StartException e) {
            problems.addAll(e.problems());
        } catch (final RuntimeException e) {
            if (sound) {
                throw e;
            }
        }
        assembly.problems().addAll(problems);
        return sound ? made : null;
    }

    private Deployment.Parts parts(
            final Components components,
            final Consumer<Class<?>> subResourceCheck,
            final Errors errors,
            final ListenerAssembly assembly) {
        final RequestSettings limits = assembly.requests();
        final int maxTokens = limits == null ? Integer.MAX_VALUE : maxTokens(limits);
        return new Deployment.Parts(
                (settings.health().enabled() ? components.withResources(List.of(HealthResource.class)) : components)
                        .withProvidersMade(injector),
                RestFeatures.all(),
                errors,
                subResourceCheck,
                settings.failOnWarnings(),
                new Deployment.Bodies(
                        settings.json().maxSizeOnEventLoop().bytes(),
                        settings.decodeBodies().orElse(List.of()),
                        settings.maxFormFields(),
                        maxTokens),
                settings.streamFlush(),
                assembly.maxBufferedResponses());
    }

    /**
     * Returns the maximum number of tokens of a document. The default is the memory for parsed bodies, divided by the memory of a token.
     */
    private int maxTokens(final RequestSettings limits) {
        return settings.maxTokens()
                .orElseGet(() -> (int) Math.min(Integer.MAX_VALUE, limits.maxParsedBodies() / ValueEstimate.OF_TOKEN));
    }

    /** Creates the error handling, which reports repeated failures once a minute until Vert.x closes. */
    private Errors errors(final Components components) {
        final Errors made = new Errors(components.mappings());
        injector.getInstance(Vertx.class).setPeriodic(REPETITIONS_MILLIS, timer -> made.reportRepetitions());
        return made;
    }

    /**
     * Opens the folder for uploads, calls {@code @PostConstruct} of singleton resources and providers, and opens the listeners. Blocks.
     */
    Completable open() {
        final Served made = built();
        return Completable.fromAction(made.deployment()::start)
                .andThen(made.listeners().open(injector.getInstance(Endpoints.class)));
    }

    /** Waits for the end of all requests, then calls {@code @PreDestroy} of the singletons, on a thread that may block. */
    Completable drain(final JZenithConfiguration times) {
        return built().listeners().drain(times).andThen(stopSingletons());
    }

    /** Closes everything that {@link #open} has opened. */
    Completable close() {
        final Served made = served;
        return made == null
                ? Completable.complete()
                : made.listeners()
                        .close()
                        .andThen(Completable.mergeArrayDelayError(
                                made.deployment().close(),
                                Completable.fromAction(made.errors()::reportRepetitions),
                                stopSingletons()));
    }

    private Completable stopSingletons() {
        return Completable.fromAction(() -> built().deployment().stop()).subscribeOn(Schedulers.io());
    }

    /** Returns the listeners; null before they are built. */
    @Nullable
    ListenerGroup listenersIfBuilt() {
        final Served made = served;
        return made == null ? null : made.listeners();
    }

    ListenerGroup listeners() {
        return built().listeners();
    }

    private Served built() {
        return Objects.requireNonNull(served, "The server is not built yet.");
    }
}
