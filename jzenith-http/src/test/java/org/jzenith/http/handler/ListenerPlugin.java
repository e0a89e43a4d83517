package org.jzenith.http.handler;

import com.google.inject.Injector;
import io.reactivex.Completable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Plugin;
import org.jzenith.core.plugin.GracefulShutdown;
import org.jzenith.core.plugin.ListenerOpener;

/** A listener whose requests go to mounts; other paths get a 404. */
public final class ListenerPlugin implements Plugin, GracefulShutdown, ListenerOpener {

    private static final long BUDGET = 4 * 1024 * 1024;

    private final TestListener listener;

    public ListenerPlugin(final Duration idleTimeout) {
        this.listener = new TestListener(
                name(),
                new Nothing(),
                RequestSettings.of(name())
                        .withBodies(1000, BUDGET, Duration.ofSeconds(30))
                        .withRequestTimeout(Duration.ofSeconds(1)),
                idleTimeout);
    }

    @Override
    public String name() {
        return "listener";
    }

    @Override
    public Completable prepare(final Injector injector) {
        return listener.prepare(injector);
    }

    @Override
    public Completable open(final Injector injector) {
        return listener.open(injector);
    }

    @Override
    public Completable drain(final Injector injector) {
        return listener.drain();
    }

    @Override
    public Completable close(final Injector injector) {
        return listener.close();
    }

    private static final class Nothing implements HttpHandler {

        @Override
        public Task task(final Exchange exchange) {
            return () -> {
                if (!exchange.passToNext()) {
                    exchange.response().sendProblem(404, null);
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
