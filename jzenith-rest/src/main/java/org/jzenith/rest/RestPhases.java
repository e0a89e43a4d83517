package org.jzenith.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import io.reactivex.schedulers.Schedulers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jzenith.core.MergeablePlugin;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.plugin.BindingRemedies;
import org.jzenith.core.plugin.CommandLineOption;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.plugin.DefaultModules;
import org.jzenith.core.plugin.GracefulShutdown;
import org.jzenith.core.plugin.ListenerOpener;
import org.jzenith.core.plugin.ObserverProvider;
import org.jzenith.core.plugin.WarmUp;
import org.jzenith.http.internal.listener.ListenerSetup;
import org.jzenith.json.Json;
import org.jzenith.rest.internal.configuration.RestConfiguration;
import org.jzenith.rest.internal.deployment.Components;
import org.jzenith.rest.pipeline.ResourceMethods;

/** The plugin that a {@code RestApi} describes. */
final class RestPhases
        implements Plugin,
                BindingRemedies,
                ConfigurationChecker,
                DefaultModules,
                GracefulShutdown,
                ListenerOpener,
                MergeablePlugin,
                ObserverProvider,
                WarmUp {

    private final Components components;
    private final ListenerSetup setup;

    RestPhases(final Components components, final ListenerSetup setup) {
        this.components = components;
        this.setup = setup;
    }

    @Override
    public String name() {
        return setup.listener().plugin();
    }

    @Override
    public String qualifier() {
        return setup.qualifier();
    }

    /** Takes over the listener of an {@code HttpPlugin}, with its options. */
    @Override
    public Optional<Plugin> takeOver(final Plugin other) {
        return ListenerSetup.of(other).map(same -> new RestPhases(components, setup.withOptionsOf(same)));
    }

    @Override
    public Map<String, String> listeners(final Configuration configuration) {
        return setup.prefixes(configuration);
    }

    @Override
    public List<Module> modules() {
        return List.of(new RestModule(components));
    }

    /**
     * Binds the {@code ObjectMapper}, the {@code ValidatorFactory} with its {@code Validator}, and the resources and providers. An
     * application can bind its own instead.
     */
    @Override
    public List<Module> defaultModules() {
        return List.of(
                Json.defaultBindings(),
                RestFeatures.defaultBindings(),
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
        return setup.observers(configuration);
    }

    /** Adds {@code --routes}, which prints the table of the resource methods and of the routes of mounts. */
    @Override
    public List<CommandLineOption> commandLineOptions() {
        return List.of(new CommandLineOption(
                "routes",
                "list the resource methods and exit",
                injector -> injector.getInstance(ResourceMethods.class).toString()));
    }

    @Override
    public Completable checkConfiguration(final Configuration configuration) {
        return Completable.fromAction(() -> setup.checkFiles(configuration));
    }

    /**
     * Creates everything that serves requests: the steps of each method, the listeners, and the {@code ObjectMapper} if the application
     * adjusts it or has a method that declares JSON. Jackson and RESTEasy are slow to load, so both are loaded at the same time.
     * {@link #open} only binds the listeners.
     */
    @Override
    public Completable check(final Injector injector) {
        return Completable.defer(() -> {
            final Components all = RestContribution.addedTo(components, injector, setup.listener());
            final Completable runtime =
                    Completable.fromAction(() -> runtime(injector).build(all, setup));
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
        return runtime(injector).open();
    }

    @Override
    public void accept(final Injector injector) {
        runtime(injector).listeners().accept();
    }

    /** Requests the health and a path that does not exist. Both requests change nothing, and together they load most classes. */
    @Override
    public Completable warmUp(final Injector injector) {
        final String base = ApplicationComponents.basePath(
                        components.application(),
                        injector.getInstance(RestConfiguration.class).contextPath())
                .replaceAll("/+$", "");
        return runtime(injector).listeners().warmUp(List.of(base + "/health", base + "/path-of-a-training-run"));
    }

    @Override
    public Completable announceStop(final Injector injector) {
        return Completable.fromAction(
                () -> runtime(injector).listeners().announceStop(injector.getInstance(JZenithConfiguration.class)));
    }

    /** Stops the singletons last. They can still use the other plugins. */
    @Override
    public Completable drain(final Injector injector) {
        return runtime(injector).drain(injector.getInstance(JZenithConfiguration.class));
    }

    @Override
    public Completable close(final Injector injector) {
        return runtime(injector).close();
    }

    private static RestRuntime runtime(final Injector injector) {
        return injector.getInstance(RestRuntime.class);
    }
}
