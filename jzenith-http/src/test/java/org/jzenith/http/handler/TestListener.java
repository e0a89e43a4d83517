package org.jzenith.http.handler;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Endpoints;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.context.ContextElements;
import org.jzenith.core.observe.Observers;
import org.jzenith.http.internal.connection.ConnectionSettings;
import org.jzenith.http.internal.connection.ListenerConnections;
import org.jzenith.http.internal.server.HttpListener;

/** The listener of a plugin, on a free port of this machine: one method for each phase of the plugin. */
final class TestListener {

    private final String plugin;
    private final HttpHandler handler;
    private final RequestSettings settings;
    private final Duration idleTimeout;
    private @Nullable ListenerConnections connections;
    private @Nullable HttpListener listener;
    private @Nullable ListenerRequests requests;

    TestListener(
            final String plugin,
            final HttpHandler handler,
            final RequestSettings settings,
            final Duration idleTimeout) {
        this.plugin = plugin;
        this.handler = handler;
        this.settings = settings;
        this.idleTimeout = idleTimeout;
    }

    Completable prepare(final Injector injector) {
        return Completable.fromAction(() -> {
            final ListenerRequests made = new ListenerRequests(
                    handler,
                    HttpMounts.of(injector, new ListenerName(plugin), List.of()),
                    settings,
                    injector.getInstance(ContextElements.class),
                    injector.getInstance(Observers.class));
            requests = made;
            final ListenerConnections accepted = new ListenerConnections(
                    new ConnectionSettings(
                            1,
                            100,
                            Duration.ofSeconds(15),
                            idleTimeout,
                            settings.maxBodies(),
                            Duration.ofMillis(10),
                            Optional.empty(),
                            Optional.empty()),
                    "rest.max-connections");
            connections = accepted;
            listener = new HttpListener(
                    injector.getInstance(Vertx.class),
                    new HttpListener.Address(
                            plugin,
                            plugin,
                            new HttpServerOptions().setHost("localhost").setPort(0),
                            null,
                            "660",
                            null,
                            null),
                    accepted,
                    made::attach,
                    injector.getInstance(Configuration.class));
        });
    }

    Completable open(final Injector injector) {
        final HttpListener opening = Objects.requireNonNull(listener);
        return opening.open().doOnComplete(() -> {
            injector.getInstance(Endpoints.class).add(plugin, opening.address());
            Objects.requireNonNull(connections).release();
        });
    }

    Completable drain() {
        final ListenerRequests ending = Objects.requireNonNull(requests);
        return Objects.requireNonNull(listener)
                .drain()
                .andThen(Completable.defer(ending::drained))
                .timeout(500, TimeUnit.MILLISECONDS, Completable.fromAction(ending::endRequests));
    }

    Completable close() {
        return listener == null ? Completable.complete() : listener.close();
    }
}
