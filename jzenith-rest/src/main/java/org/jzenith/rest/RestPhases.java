package org.jzenith.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import io.reactivex.schedulers.Schedulers;
import io.vertx.core.http.HttpServerOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jzenith.core.Endpoints;
import org.jzenith.core.JZenithConfiguration;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.SlowRequestLog;
import org.jzenith.core.plugin.BindingRemedies;
import org.jzenith.core.plugin.CommandLineOption;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.plugin.DefaultModules;
import org.jzenith.core.plugin.GracefulShutdown;
import org.jzenith.core.plugin.ListenerOpener;
import org.jzenith.core.plugin.ObserverProvider;
import org.jzenith.core.plugin.WarmUp;
import org.jzenith.http.handler.ListenerRequests;
import org.jzenith.http.server.HttpListener;
import org.jzenith.json.Json;
import org.jzenith.rest.deployment.Components;
import org.jzenith.rest.pipeline.ResourceMethods;
import org.jzenith.rest.validation.RequestValidation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The plugin that a {@code RestApi} describes. */
final class RestPhases
        implements Plugin,
                BindingRemedies,
                ConfigurationChecker,
                DefaultModules,
                GracefulShutdown,
                ListenerOpener,
                ObserverProvider,
                WarmUp {

    private static final Logger LOGGER = LoggerFactory.getLogger(ApplicationComponents.LOG);

    private final Components components;
    private final String qualifier;
    private final List<Consumer<HttpServerOptions>> optionChanges;

    RestPhases(
            final Components components,
            final String qualifier,
            final List<Consumer<HttpServerOptions>> optionChanges) {
        this.components = components;
        this.qualifier = qualifier;
        this.optionChanges = optionChanges;
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
    public Map<String, String> listeners(final Configuration configuration) {
        return ListenerAddresses.prefixes(name(), configuration);
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

    @Override
    public List<EventObserver<?>> observers(final Configuration configuration) {
        return configuration
                .get(RestConfiguration.class)
                .slowRequest()
                .map(limit -> SlowRequestLog.observers(name(), limit))
                .orElse(List.of());
    }

    /** Adds {@code --routes}, which prints the table of the resource methods. */
    @Override
    public List<CommandLineOption> commandLineOptions() {
        return List.of(new CommandLineOption(
                "routes",
                "list the resource methods and exit",
                injector -> injector.getInstance(ResourceMethods.class).toString()));
    }

    /** Reads the files of TLS, so that a missing one is reported before others start, such as an embedded database. */
    @Override
    public Completable checkConfiguration(final Configuration configuration) {
        return Completable.fromAction(() -> ListenerAddresses.checkFiles(configuration));
    }

    /**
     * Makes all that serves requests: the steps of each method, and the {@code ObjectMapper} if the application adjusts it or has a
     * method that declares JSON. Jackson and RESTEasy are slow to load, so both are loaded at the same time. Also builds the
     * listeners; {@link #open} only binds them.
     */
    @Override
    public Completable check(final Injector injector) {
        return Completable.defer(() -> {
            final Components all = RestContribution.addedTo(components, injector, name());
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
        final String base = ApplicationComponents.basePath(
                        components.application(),
                        injector.getInstance(RestConfiguration.class).contextPath())
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
        final Duration limit = times.drainTimeout().plus(times.idleGrace().multipliedBy(2)); // as Lifecycle
        requests.tellStopping();
        return runtime.mainListener()
                .drain()
                .andThen(Completable.defer(requests::drained))
                .timeout(Math.max(1, limit.toMillis()), TimeUnit.MILLISECONDS, Completable.fromAction(() -> {
                    LOGGER.warn(
                            "Requests in flight did not end within {} ms (jzenith.drain-timeout plus twice"
                                    + " jzenith.idle-grace); they get a 503.",
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
                        .andThen(Completable.fromAction(runtime::reportRepetitions))
                        .andThen(runtime.stopSingletons());
    }
}
