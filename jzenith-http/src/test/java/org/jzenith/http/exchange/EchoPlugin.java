package org.jzenith.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Endpoints;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.context.ContextElements;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.ThreadLocalAccessor;
import org.jzenith.core.observe.Observers;
import org.jzenith.http.server.HttpListener;

/**
 * Answers each request with its method, path and body. {@code /unread} is answered without having read the body, {@code
 * /later} never, {@code /broken} throws, {@code /passed} is passed to another handler if there is one.
 */
final class EchoPlugin implements Plugin {

    static final int MAX_BODY = 1000;

    /** What the calls were told, in order. */
    final List<String> told = new CopyOnWriteArrayList<>();

    private final Duration requestTimeout;
    private @Nullable HttpListener listener;
    private @Nullable InFlightRequests requests;

    EchoPlugin(final Duration requestTimeout) {
        this.requestTimeout = requestTimeout;
    }

    @Override
    public String name() {
        return "echo";
    }

    @Override
    public Completable prepare(final Injector injector) {
        return Completable.fromAction(() -> {
            final InFlightRequests made = new InFlightRequests(
                    new Echo(),
                    HttpMounts.of(injector, name()),
                    RequestSettings.of(name())
                            .withBasePath("/echo/")
                            .withBodies(MAX_BODY, 1024 * 1024, Duration.ofSeconds(30))
                            .withRequestTimeout(requestTimeout),
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
                            Duration.ofSeconds(60),
                            1024 * 1024,
                            Duration.ofMillis(10),
                            Optional.empty()),
                    made::attach,
                    injector.getInstance(Configuration.class));
        });
    }

    /** Waits until its call was told: clients may have their answer before. */
    void await(final String what) throws InterruptedException {
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!told.contains(what)) {
            assertThat(System.nanoTime()).as("waiting for '%s'", what).isLessThan(end);
            Thread.sleep(5);
        }
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

    private final class Echo implements HttpHandler {

        @Override
        public Call call(final Exchange exchange) {
            return exchange.request().headers().contains("Too-Early") ? early(exchange) : new EchoCall(exchange);
        }

        /** The path is not known yet. */
        private Call early(final Exchange exchange) {
            throw new IllegalStateException(exchange.request().pathAndQuery());
        }

        @Override
        public byte[] problem(final int status, final @Nullable String detail, final @Nullable String path) {
            return (status + " " + detail + " " + path).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte[] problem(final Throwable failure, final String method, final @Nullable String path) {
            return (method + " " + path + " failed").getBytes(StandardCharsets.UTF_8);
        }
    }

    private final class EchoCall implements RequestHandler.Call, ThreadLocalAccessor {

        private final Exchange exchange;

        EchoCall(final Exchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public void run() {
            if (exchange.request().pathAndQuery().equals("/echo/broken")) {
                throw new IllegalStateException("broken");
            }
            if (exchange.request().path().startsWith("/echo/passed") && exchange.passToNext()) {
                told.add("passed");
                return;
            }
            if (exchange.request().pathAndQuery().equals("/echo/later")) {
                told.add("begun");
            } else if (exchange.isBodyOutstanding()
                    && !exchange.request().path().equals("/echo/unread")) {
                exchange.body().receive(this::answer);
            } else {
                answer();
            }
        }

        private void answer() {
            try {
                final String body = new String(exchange.body().stream().readAllBytes(), StandardCharsets.UTF_8);
                exchange.response()
                        .send(
                                "text/plain",
                                Buffer.buffer(exchange.request().method() + " "
                                        + exchange.request().pathAndQuery() + " " + body));
            } catch (final IOException e) {
                exchange.fail(e);
            }
        }

        @Override
        public ThreadLocalAccessor threadLocals() {
            return this;
        }

        @Override
        public void enter() {}

        @Override
        public void leave() {}

        @Override
        public String description() {
            return "echo";
        }

        @Override
        public @Nullable Throwable failure() {
            return null;
        }

        @Override
        public void disconnected() {
            told.add("disconnected");
        }

        @Override
        public void unavailable(final String detail) {
            told.add(detail);
        }

        @Override
        public void failed(final Throwable failure) {
            told.add("failed: " + failure.getMessage());
        }

        @Override
        public void finished(final RequestContext context, final boolean atOnce) {
            told.add(atOnce ? "finished at once" : "finished");
        }
    }
}
