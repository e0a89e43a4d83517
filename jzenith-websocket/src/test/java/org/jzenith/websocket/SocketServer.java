package org.jzenith.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Module;
import io.reactivex.Observable;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jzenith.core.JZenith;
import org.jzenith.core.PluginSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.rest.RestPlugin;

/** An application with WebSockets on a free port. Its end proves that no WebSocket and no byte is left. */
final class SocketServer implements AutoCloseable {

    private final RunningApplication application;
    private final List<WebSocketEvent> events;

    private SocketServer(final RunningApplication application, final List<WebSocketEvent> events) {
        this.application = application;
        this.events = events;
    }

    static SocketServer of(final WebSocketPlugin plugin) {
        return of(plugin, Map.of());
    }

    static SocketServer of(final WebSocketPlugin plugin, final Map<String, Object> configuration) {
        return of(plugin, configuration, binder -> {});
    }

    static SocketServer of(final WebSocketPlugin plugin, final Map<String, Object> configuration, final Module module) {
        return of(RestPlugin.withResources(), plugin, configuration, module);
    }

    static SocketServer of(
            final PluginSource listener,
            final WebSocketPlugin plugin,
            final Map<String, Object> configuration,
            final Module module) {
        final List<WebSocketEvent> events = new CopyOnWriteArrayList<>();
        final JZenith recipe = JZenith.application()
                .withPlugins(listener, plugin)
                .withModules(
                        module,
                        binder -> Observers.binder(binder).addBinding().toInstance(new EventObserver<WebSocketEvent>() {
                            @Override
                            public Class<WebSocketEvent> events() {
                                return WebSocketEvent.class;
                            }

                            @Override
                            public void observe(final WebSocketEvent event) {
                                events.add(event);
                            }
                        }))
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("jzenith.idle-grace", "0s")
                .withOverridingConfiguration("jzenith.event-loops", 2);
        configuration.forEach(recipe::withOverridingConfiguration);
        return new SocketServer(recipe.run(), events);
    }

    RunningApplication application() {
        return application;
    }

    int port() {
        return application.port();
    }

    URI uri(final String path) {
        return URI.create("ws://localhost:" + port() + path);
    }

    List<WebSocketEvent> events() {
        return events;
    }

    /** The only close, when it has happened. */
    CloseReason onlyClose() {
        eventually(() -> events.stream().anyMatch(WebSocketEvent.Closed.class::isInstance));
        return events.stream()
                .filter(WebSocketEvent.Closed.class::isInstance)
                .map(event -> ((WebSocketEvent.Closed) event).reason())
                .reduce((one, other) -> {
                    throw new AssertionError("closed twice: " + one + ", " + other);
                })
                .orElseThrow();
    }

    WebSockets sockets() {
        return application.injector().getInstance(WebSockets.class);
    }

    void assertNothingIsLeft() {
        eventually(() -> sockets().openNow() == 0 && sockets().bufferedNow() == 0);
        assertThat(sockets().openNow()).as("open WebSockets").isZero();
        assertThat(sockets().bufferedNow()).as("bytes of messages").isZero();
        assertThat(events.stream().filter(WebSocketEvent.Opened.class::isInstance))
                .hasSameSizeAs(events.stream()
                        .filter(WebSocketEvent.Closed.class::isInstance)
                        .toList());
    }

    static void eventually(final BooleanSupplier condition) {
        assertThat(Observable.interval(0, 5, TimeUnit.MILLISECONDS)
                        .filter(tick -> condition.getAsBoolean())
                        .map(tick -> true)
                        .timeout(15, TimeUnit.SECONDS, Observable.just(false))
                        .blockingFirst())
                .isTrue();
    }

    /** Returns the first value that is not zero and stays the same for 500 ms. */
    static long steady(final LongSupplier value) {
        return Observable.interval(0, 5, TimeUnit.MILLISECONDS)
                .map(tick -> value.getAsLong())
                .distinctUntilChanged()
                .debounce(500, TimeUnit.MILLISECONDS)
                .filter(steady -> steady != 0)
                .timeout(15, TimeUnit.SECONDS)
                .blockingFirst();
    }

    @Override
    public void close() {
        assertNothingIsLeft();
        application.close();
    }
}
