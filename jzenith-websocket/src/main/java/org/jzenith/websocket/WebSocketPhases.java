package org.jzenith.websocket;

import com.google.inject.AbstractModule;
import com.google.inject.Binder;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Module;
import com.google.inject.Provider;
import com.google.inject.Singleton;
import com.google.inject.multibindings.Multibinder;
import io.reactivex.Completable;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.plugin.DefaultModules;
import org.jzenith.core.plugin.GracefulShutdown;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.http.handler.MountRoutes;
import org.jzenith.http.internal.response.ResponsePolicy;
import org.jzenith.websocket.internal.connection.WebSocketConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plugin that a {@code WebSocketPlugin} describes.
 *
 * @param line the line of code that created it
 * @param routes the paths and their handlers
 * @param types the types of the handlers that Guice creates
 * @param listener the listener that serves the WebSockets
 */
record WebSocketPhases(String line, List<WebSocketRoute> routes, Set<Class<?>> types, ListenerName listener)
        implements Plugin, ConfigurationChecker, DefaultModules, GracefulShutdown {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.websocket.WebSocketPlugin");
    private static final Key<Set<WebSocketContribution>> CONTRIBUTIONS = new Key<>() {};

    @Override
    public String name() {
        return "websocket";
    }

    @Override
    public Set<String> requires() {
        return Set.of(listener.plugin());
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(WebSocketConfiguration.class);
    }

    @Override
    public List<Module> modules() {
        return List.of(new AbstractModule() {
            @Override
            protected void configure() {
                bind(WebSockets.class).in(Singleton.class);
                final Provider<WebSockets> sockets = getProvider(WebSockets.class);
                final Multibinder<Gauge> gauges = Gauge.binder(binder());
                gauges.addBinding()
                        .toInstance(Gauge.of(
                                        name() + ".connections",
                                        "connections",
                                        () -> sockets.get().openNow())
                                .withLimit(() -> sockets.get().settings().maxConnections()));
                gauges.addBinding()
                        .toInstance(Gauge.of(
                                        name() + ".buffered-messages",
                                        "bytes",
                                        () -> sockets.get().bufferedNow())
                                .withLimit(() -> sockets.get().maxBuffered()));
                Multibinder.newSetBinder(binder(), WebSocketContribution.class);
                bindMounts(binder(), name());
            }
        });
    }

    /** Binds the paths and their handlers for a plugin that contributes them. */
    void bind(final Binder binder, final String plugin) {
        defaultModules().forEach(binder::install);
        bindMounts(binder, plugin);
    }

    private void bindMounts(final Binder binder, final String plugin) {
        final Provider<WebSockets> sockets = binder.getProvider(WebSockets.class);
        final Multibinder<HttpMount> mounts = HttpMount.binder(binder);
        byPrefix()
                .forEach((prefix, below) -> mounts.addBinding()
                        .toProvider(() -> mount(prefix, plugin, below, sockets.get()))
                        .in(Singleton.class));
    }

    /** Returns the handlers' bindings; the application's own bindings replace them. */
    @Override
    public List<Module> defaultModules() {
        return List.of(binder -> types.forEach(type -> bind(binder, type)));
    }

    /** Binds a handler; Guice itself requires {@code @Inject} even on a constructor without parameters. */
    private static <T> void bind(final Binder binder, final Class<T> type) {
        for (final Constructor<?> each : type.getDeclaredConstructors()) {
            if (each.isAnnotationPresent(jakarta.inject.Inject.class)
                    || each.isAnnotationPresent(com.google.inject.Inject.class)) {
                binder.bind(type).in(Singleton.class);
                return;
            }
        }
        try {
            binder.bind(type).toConstructor(type.getDeclaredConstructor()).in(Singleton.class);
        } catch (final NoSuchMethodException e) {
            binder.bind(type).in(Singleton.class); // the report of the start says what is missing
        }
    }

    private Map<String, List<WebSocketRoute>> byPrefix() {
        final Map<String, List<WebSocketRoute>> all = new LinkedHashMap<>();
        for (final WebSocketRoute route : routes) {
            all.computeIfAbsent(route.prefix(), prefix -> new ArrayList<>()).add(route);
        }
        return all;
    }

    private HttpMount mount(
            final String prefix, final String plugin, final List<WebSocketRoute> below, final WebSockets sockets) {
        final MountRoutes<WebSocketRoute.Made> made = MountRoutes.of(
                prefix,
                below.stream().map(route -> route.make(sockets.injector())).toList(),
                WebSocketRoute.Made::part);
        return HttpMount.at(prefix, plugin, new HandshakeHandler(sockets, made))
                .withParts(made.parts())
                .onListener(listener);
    }

    @Override
    public Completable checkConfiguration(final Configuration configuration) {
        return Completable.fromAction(() -> {
            final WebSocketConfiguration settings = configuration.get(WebSocketConfiguration.class);
            final List<StartProblem> problems = new ArrayList<>();
            try {
                ResponsePolicy.origins(settings.origins().orElse(List.of()));
            } catch (final IllegalArgumentException e) {
                problems.add(StartProblem.of("websocket.origins is wrong: " + e.getMessage())
                        .from(configuration.origin("websocket.origins").orElse("websocket.origins"))
                        .remedy("Write origins such as https://shop.example.org, or * for all."));
            }
            final long frame = settings.maxFrameSize().bytes();
            final long message = settings.maxMessageSize().bytes();
            check(problems, configuration, "websocket.max-frame-size", frame);
            check(problems, configuration, "websocket.max-message-size", message);
            if (!problems.isEmpty()) {
                throw new StartException(problems);
            }
        });
    }

    private static void check(
            final List<StartProblem> problems, final Configuration configuration, final String key, final long size) {
        if (size < 1 || size > Integer.MAX_VALUE / 4) {
            problems.add(StartProblem.of(
                            key + " is " + size + " bytes, but must be from 1 to " + Integer.MAX_VALUE / 4 + ".")
                    .from(Optional.ofNullable(configuration)
                            .flatMap(all -> all.origin(key))
                            .orElse("the default of " + key))
                    .remedy("Set " + key + " to a size within these limits."));
        }
    }

    /** Warns of a plugin without paths. This is not an error, because an application can add paths under a condition. */
    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(() -> {
            if (routes.isEmpty() && injector.getInstance(CONTRIBUTIONS).isEmpty()) {
                LOGGER.warn(
                        "The plugin '{}' has no path, so it does nothing. It comes from {}. Add a path with at(..), or"
                                + " remove the plugin.",
                        name(),
                        line);
            }
        });
    }

    @Override
    public Completable announceStop(final Injector injector) {
        return Completable.fromAction(
                () -> injector.getInstance(WebSockets.class).stop());
    }

    @Override
    public Completable drain(final Injector injector) {
        return announceStop(injector);
    }
}
