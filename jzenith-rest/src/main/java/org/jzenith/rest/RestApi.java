package org.jzenith.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import io.reactivex.schedulers.Schedulers;
import io.vertx.core.http.HttpServerOptions;
import jakarta.ws.rs.core.Application;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jzenith.core.Endpoints;
import org.jzenith.core.JZenithConfiguration;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.BindingRemedies;
import org.jzenith.core.plugin.CommandLineOption;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.plugin.DefaultModules;
import org.jzenith.core.plugin.GracefulShutdown;
import org.jzenith.core.plugin.ListenerOpener;
import org.jzenith.core.plugin.WarmUp;
import org.jzenith.http.handler.ListenerRequests;
import org.jzenith.http.server.HttpListener;
import org.jzenith.json.Json;
import org.jzenith.rest.error.Errors;
import org.jzenith.rest.error.Problem;
import org.jzenith.rest.pipeline.ResourceMethods;
import org.jzenith.rest.validation.RequestValidation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plugin that answers HTTP with Jakarta REST resources. {@link RestPlugin} makes it:
 *
 * <pre>{@code
 * RestPlugin.withResources(UserResource.class)
 *           .withMapping(NoSuchUserException.class, 404)
 * }</pre>
 *
 * <p>Immutable: every method returns a plugin with the addition. Resources and providers are made by Guice and need no
 * binding of their own; an unscoped resource is made for each request, a provider once.
 */
@CheckReturnValue
public final class RestApi
        implements Plugin,
                BindingRemedies,
                ConfigurationChecker,
                DefaultModules,
                GracefulShutdown,
                ListenerOpener,
                WarmUp {

    private static final Logger LOGGER = LoggerFactory.getLogger(RestComponents.LOG);

    private final RestComponents components;
    private final String qualifier;
    private final List<Consumer<HttpServerOptions>> optionChanges;

    RestApi(final String qualifier) {
        this(RestComponents.NONE, Objects.requireNonNull(qualifier, "qualifier"), List.of());
    }

    private RestApi(
            final RestComponents components,
            final String qualifier,
            final List<Consumer<HttpServerOptions>> optionChanges) {
        this.components = components;
        this.qualifier = qualifier;
        this.optionChanges = optionChanges;
    }

    private RestApi with(final RestComponents changed) {
        return new RestApi(changed, qualifier, optionChanges);
    }

    /**
     * Adds resources.
     *
     * @param resources classes with {@code @Path}
     * @return a plugin with these resources too
     */
    public RestApi withResources(final Class<?>... resources) {
        return with(components.withResources(List.of(resources)));
    }

    /**
     * Adds a Jakarta REST application, as {@link #withApplication(Application)} does.
     *
     * @param application a class with a constructor without parameters
     * @return a plugin with this application too
     * @throws IllegalArgumentException if the class cannot be instantiated
     */
    public RestApi withApplication(final Class<? extends Application> application) {
        return withApplication(RestComponents.instantiate(application));
    }

    /**
     * Adds a Jakarta REST application: its classes and singletons become resources and providers, its
     * {@code @ApplicationPath} stands before every path. A plugin has one application; the last one counts.
     *
     * @param application asked once for its classes, singletons and properties
     * @return a plugin with this application too
     */
    public RestApi withApplication(final Application application) {
        return with(components.withApplication(application));
    }

    /**
     * Adds what changes or supports the handling of requests: filters, interceptors, exception mappers, features, body
     * readers and writers, parameter converters.
     *
     * @param providers classes, which Guice makes once, or objects
     * @return a plugin with these providers too
     */
    public RestApi withProviders(final Object... providers) {
        return with(components.withProviders(List.of(providers)));
    }

    /**
     * Adds the features that {@code META-INF/services} names: classes that implement {@code
     * jakarta.ws.rs.core.Feature} or {@code jakarta.ws.rs.container.DynamicFeature} (Jakarta REST 3.1, section 4.1.2).
     * They are looked up now, with the context class loader of this thread and with that of Jakarta REST. A Jakarta REST
     * application asks for the same by its property {@code jakarta.ws.rs.loadServices}, {@code true}.
     *
     * @return a plugin with these features too
     * @throws org.jzenith.core.problem.StartException if one of them cannot be loaded
     */
    public RestApi withServices() {
        return with(components.withServices());
    }

    /**
     * Answers an exception, and its subclasses, with a status. The most specific mapping wins, and it beats what the
     * framework would answer.
     *
     * @param type the exception that resources throw or emit
     * @param status 400 to 599
     * @return a plugin with this mapping too
     * @throws IllegalArgumentException if the status is not an error
     */
    public RestApi withMapping(final Class<? extends Throwable> type, final int status) {
        return with(components.withMapping(new Errors.Mapping(type, status, null)));
    }

    /**
     * Answers an exception, and its subclasses, with a status and a sentence.
     *
     * @param type the exception that resources throw or emit
     * @param status 400 to 599
     * @param detail for the client; the exception's own message is never shown
     * @return a plugin with this mapping too
     * @throws IllegalArgumentException if the status is not an error
     */
    public RestApi withMapping(final Class<? extends Throwable> type, final int status, final String detail) {
        return with(components.withMapping(new Errors.Mapping(type, status, detail)));
    }

    /**
     * Answers an exception, and its subclasses, with a problem that depends on it.
     *
     * <pre>{@code
     * .withMapping(OutOfCreditException.class, e -> Problem.of(403).withMember("balance", e.balance()))
     * }</pre>
     *
     * @param <E> the type of the exception
     * @param type the exception that resources throw or emit
     * @param problem makes the answer, on the thread that failed; must not block. If it fails, the answer is 500
     * @return a plugin with this mapping too
     */
    public <E extends Throwable> RestApi withMapping(final Class<E> type, final Function<? super E, Problem> problem) {
        return with(components.withMapping(Errors.Mapping.of(type, problem)));
    }

    /**
     * Changes the options of Vert.x's HTTP server that no setting changes:
     *
     * <pre>{@code
     * .withServerOptions(options -> options.setTcpKeepAlive(true).setAcceptBacklog(4096))
     * }</pre>
     *
     * <p>What it sets wins over the settings of rest, such as {@code rest.port}.
     *
     * @param change is given the options as the settings make them, once at start; further changes see what the earlier
     *     ones did. An exception, or TLS switched on, fails the start
     * @return a plugin with this change too
     */
    public RestApi withServerOptions(final Consumer<HttpServerOptions> change) {
        final List<Consumer<HttpServerOptions>> all = new ArrayList<>(optionChanges);
        all.add(Objects.requireNonNull(change, "change"));
        return new RestApi(components, qualifier, List.copyOf(all));
    }

    @Override
    public String name() {
        return qualifier.isEmpty() ? "rest" : "rest." + qualifier;
    }

    @Override
    public String qualifier() {
        return qualifier;
    }

    @Override
    public Optional<String> listener() {
        return Optional.of("rest");
    }

    @Override
    public List<Module> modules() {
        return List.of(new RestModule(components));
    }

    /**
     * Returns the {@code ObjectMapper}, the {@code ValidatorFactory} with its {@code Validator}, and the resources and providers: an
     * application that binds its own gets that one.
     */
    @Override
    public List<Module> defaultModules() {
        return List.of(
                Json.defaultBindings(),
                RequestValidation.defaultBindings(),
                binder -> components.bind(binder, "RestPlugin"));
    }

    @Override
    public Map<Class<?>, String> bindingRemedies() {
        return RestModule.REMEDIES;
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(RestConfiguration.class);
    }

    /** Adds {@code --routes}, which prints the table of the resource methods. */
    @Override
    public List<CommandLineOption> commandLineOptions() {
        return List.of(new CommandLineOption(
                "routes",
                "list the resource methods and exit",
                injector -> RouteListing.of(
                        injector.getInstance(ResourceMethods.class).all())));
    }

    /** Reads the files of TLS, so that a missing one is reported before others start, such as an embedded database. */
    @Override
    public Completable checkConfiguration(final Configuration configuration) {
        return Completable.fromAction(() -> ListenerAddresses.checkFiles(configuration));
    }

    /**
     * Makes all that answers requests: the steps of each method, and the {@code ObjectMapper} if the application adjusts it or has a method that declares JSON. Jackson and RESTEasy are slow to load,
     * so both are loaded at the same time. Also builds the listeners; {@link #open} only binds them.
     */
    @Override
    public Completable check(final Injector injector) {
        return Completable.defer(() -> {
            final RestComponents all = RestContribution.addedTo(components, injector, name());
            final Completable runtime = Completable.fromAction(
                    () -> injector.getInstance(RestRuntime.class).build(all, name(), optionChanges));
            if (!all.declareJson() && !Json.isAdjusted(injector)) {
                return runtime;
            }
            final Completable json = Completable.fromAction(() -> injector.getInstance(ObjectMapper.class));
            return Completable.mergeArray(json.onErrorComplete().subscribeOn(Schedulers.io()), runtime)
                    .andThen(json);
        });
    }

    @Override
    public Completable open(final Injector injector) {
        final Endpoints endpoints = injector.getInstance(Endpoints.class);
        final RestRuntime runtime = injector.getInstance(RestRuntime.class);
        final List<Completable> opened = runtime.listeners().stream()
                .map(listener -> listener.open().doOnComplete(() -> endpoints.add(listener.name(), listener.address())))
                .toList();
        return Completable.fromAction(runtime::openForms)
                .andThen(Completable.fromAction(runtime::startAccessLog))
                .andThen(Completable.fromAction(runtime::startSingletons))
                .andThen(Completable.concat(opened));
    }

    @Override
    public void accept(final Injector injector) {
        injector.getInstance(RestRuntime.class).mainListener().accept();
    }

    /** Requests the health and a path that does not exist: both change nothing, and together they load most classes. */
    @Override
    public Completable warmUp(final Injector injector) {
        final String base = components
                .basePath(injector.getInstance(RestConfiguration.class).contextPath())
                .replaceAll("/+$", "");
        return WarmUpRequests.send(injector, List.of(base + "/health", base + "/path-of-a-training-run"));
    }

    @Override
    public Completable announceStop(final Injector injector) {
        return Completable.fromAction(() -> injector.getInstance(RestRuntime.class)
                .mainListener()
                .announceStop(injector.getInstance(JZenithConfiguration.class).stopDelay()));
    }

    /**
     * Waits until all connections have ended with their last response, and ends the requests in flight at the time
     * limit. Then it stops the singletons, which may still use the other plugins.
     */
    @Override
    public Completable drain(final Injector injector) {
        final RestRuntime runtime = injector.getInstance(RestRuntime.class);
        final ListenerRequests requests = runtime.requests();
        final JZenithConfiguration times = injector.getInstance(JZenithConfiguration.class);
        final Duration limit = times.drainTimeout().plus(times.idleGrace());
        requests.tellStopping();
        return runtime.mainListener()
                .drain()
                .andThen(Completable.defer(requests::drained))
                .timeout(Math.max(1, limit.toMillis()), TimeUnit.MILLISECONDS, Completable.fromAction(() -> {
                    LOGGER.warn(
                            "The requests in flight did not end within jzenith.drain-timeout and jzenith.idle-grace,"
                                    + " {} ms, and get a 503.",
                            limit.toMillis());
                    requests.endRequests();
                }))
                .andThen(runtime.stopSingletons());
    }

    @Override
    public Completable close(final Injector injector) {
        final RestRuntime runtime = injector.getInstance(RestRuntime.class);
        return runtime.listeners().isEmpty()
                ? Completable.complete()
                : Completable.mergeDelayError(runtime.listeners().stream()
                                .map(HttpListener::close)
                                .toList())
                        .andThen(Completable.defer(() -> Completable.mergeArrayDelayError(
                                runtime.requests().close(), runtime.closeForms())))
                        .andThen(runtime.stopSingletons());
    }
}
