package org.jzenith.http.exchange;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Endpoints;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.context.ContextElements;
import org.jzenith.core.observe.Observers;
import org.jzenith.http.server.HttpListener;

/** A listener whose requests are answered by mounts; what they do not have is 404. */
public final class ListenerPlugin implements Plugin {

    private static final long BUDGET = 4 * 1024 * 1024;

    private final Duration idleTimeout;
    private @Nullable HttpListener listener;
    private @Nullable InFlightRequests requests;

    public ListenerPlugin(final Duration idleTimeout) {
        this.idleTimeout = idleTimeout;
    }

    @Override
    public String name() {
        return "listener";
    }

    @Override
    public Completable prepare(final Injector injector) {
        return Completable.fromAction(() -> {
            final InFlightRequests made = new InFlightRequests(
                    new Nothing(),
                    HttpMounts.of(injector, name()),
                    RequestSettings.of(name())
                            .withBodies(1000, BUDGET, Duration.ofSeconds(30))
                            .withRequestTimeout(Duration.ofSeconds(1)),
                    injector.getInstance(ContextElements.class),
                    injector.getInstance(Observers.class));
            requests = made;
            listener = new HttpListener(
                    injector.getInstance(Vertx.class),
                    HttpListener.Address.of(
                            name(), new HttpServerOptions().setHost("localhost").setPort(0)),
                    new HttpListener.Settings(
                            1,
                            100,
                            Duration.ofSeconds(15),
                            idleTimeout,
                            BUDGET,
                            Duration.ofMillis(10),
                            Optional.empty()),
                    made::attach,
                    injector.getInstance(Configuration.class));
        });
    }

    @Override
    public Completable open(final Injector injector) {
        final HttpListener opening = Objects.requireNonNull(listener);
        return opening.open()
                .doOnComplete(() -> injector.getInstance(Endpoints.class).add(name(), opening.address()));
    }

    @Override
    public Completable drain(final Injector injector) {
        final InFlightRequests ending = Objects.requireNonNull(requests);
        return Objects.requireNonNull(listener)
                .drain()
                .andThen(Completable.defer(ending::drained))
                .timeout(500, TimeUnit.MILLISECONDS, Completable.fromAction(ending::endRequests));
    }

    @Override
    public Completable close(final Injector injector) {
        return listener == null ? Completable.complete() : listener.close();
    }

    private static final class Nothing implements HttpHandler {

        @Override
        public Call call(final Exchange exchange) {
            return () -> {
                if (!exchange.passToNext()) {
                    exchange.response().answer(404, null);
                }
            };
        }

        @Override
        public byte[] problem(final int status, final @Nullable String detail, final @Nullable String path) {
            return (status + " " + detail).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte[] problem(final Throwable failure, final String method, final @Nullable String path) {
            return "failed".getBytes(StandardCharsets.UTF_8);
        }
    }
}
