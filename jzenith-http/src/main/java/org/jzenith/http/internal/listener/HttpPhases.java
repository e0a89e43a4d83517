package org.jzenith.http.internal.listener;

import com.google.inject.Injector;
import com.google.inject.Module;
import com.google.inject.Provider;
import com.google.inject.Singleton;
import io.reactivex.Completable;
import java.util.List;
import java.util.Map;
import org.jzenith.core.Endpoints;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.GaugeSource;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.plugin.GracefulShutdown;
import org.jzenith.core.plugin.ListenerOpener;
import org.jzenith.core.plugin.ObserverProvider;
import org.jzenith.core.plugin.WarmUp;

/**
 * The plugin that an {@code HttpPlugin} describes: listeners for mounts.
 *
 * @param setup the listeners
 */
record HttpPhases(ListenerSetup setup)
        implements Plugin, ConfigurationChecker, GracefulShutdown, ListenerOpener, ObserverProvider, WarmUp {

    @Override
    public String name() {
        return setup.listener().plugin();
    }

    @Override
    public String qualifier() {
        return setup.qualifier();
    }

    @Override
    public Map<String, String> listeners(final Configuration configuration) {
        return setup.prefixes(configuration);
    }

    @Override
    public List<Module> modules() {
        return List.of(binder -> {
            binder.bind(MountedListeners.class).in(Singleton.class);
            final Provider<MountedListeners> built = binder.getProvider(MountedListeners.class);
            GaugeSource.binder(binder)
                    .addBinding()
                    .toInstance(new ListenerGauges(() -> built.get().listenersIfBuilt()));
        });
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(setup.settings());
    }

    @Override
    public List<EventObserver<?>> observers(final Configuration configuration) {
        return setup.observers(configuration);
    }

    @Override
    public Completable checkConfiguration(final Configuration configuration) {
        return Completable.fromAction(() -> setup.checkFiles(configuration));
    }

    /** Builds the listeners; {@link #open} only binds them. */
    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(
                () -> injector.getInstance(MountedListeners.class).build(injector, setup));
    }

    @Override
    public Completable open(final Injector injector) {
        return listeners(injector).open(injector.getInstance(Endpoints.class));
    }

    @Override
    public void accept(final Injector injector) {
        listeners(injector).accept();
    }

    /** Requests the health and a path that does not exist: both change nothing, and together they load most classes. */
    @Override
    public Completable warmUp(final Injector injector) {
        return listeners(injector).warmUp(List.of(HealthHandler.PATH, "/path-of-a-training-run"));
    }

    @Override
    public Completable announceStop(final Injector injector) {
        return Completable.fromAction(
                () -> listeners(injector).announceStop(injector.getInstance(JZenithConfiguration.class)));
    }

    @Override
    public Completable drain(final Injector injector) {
        return listeners(injector).drain(injector.getInstance(JZenithConfiguration.class));
    }

    @Override
    public Completable close(final Injector injector) {
        final ListenerGroup built = injector.getInstance(MountedListeners.class).listenersIfBuilt();
        return built == null ? Completable.complete() : built.close();
    }

    private static ListenerGroup listeners(final Injector injector) {
        return injector.getInstance(MountedListeners.class).listeners();
    }
}
