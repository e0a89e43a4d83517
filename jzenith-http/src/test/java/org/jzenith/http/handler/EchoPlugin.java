package org.jzenith.http.handler;

import com.google.inject.Injector;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.reactivex.Completable;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Plugin;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.ThreadLocalAccessor;
import org.jzenith.core.plugin.GracefulShutdown;
import org.jzenith.core.plugin.ListenerOpener;
import org.jzenith.http.http1.UpgradedProtocol;
import org.jzenith.http.write.ResponseHead;

/**
 * Answers each request with its method, path and body. {@code /unread} is answered without having read the body, {@code
 * /pieces} too, in two pieces, {@code /later} never, {@code /broken} throws, {@code /passed} is passed to another handler if there is one. {@code /released} is
 * answered after its body was retained and released twice, {@code /upgraded} cannot be upgraded.
 */
final class EchoPlugin implements Plugin, GracefulShutdown, ListenerOpener {

    static final int MAX_BODY = 1000;

    /** The notifications to the tasks, in order. */
    final List<String> told = new CopyOnWriteArrayList<>();

    /** The number of tasks that the handler has created. */
    final AtomicInteger tasks = new AtomicInteger();

    /** The context of the last request that could not be upgraded. */
    volatile @Nullable RequestContext context;

    private final TestListener listener;

    EchoPlugin(final Duration requestTimeout) {
        this(requestTimeout, 100);
    }

    EchoPlugin(final Duration requestTimeout, final int maxInFlight) {
        this.listener = new TestListener(
                name(),
                new Echo(),
                RequestSettings.of(name())
                        .withBasePath("/echo/")
                        .withBodies(MAX_BODY, 1024 * 1024, Duration.ofSeconds(30))
                        .withRequestTimeout(requestTimeout)
                        .withMaxInFlight(maxInFlight),
                Duration.ofSeconds(60));
    }

    @Override
    public String name() {
        return "echo";
    }

    @Override
    public Completable prepare(final Injector injector) {
        return listener.prepare(injector);
    }

    /** Waits until its task was told: clients may have their answer before. */
    void await(final String what) {
        Await.until(what, () -> told.contains(what));
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

    private final class Echo implements HttpHandler {

        @Override
        public Task task(final Exchange exchange) {
            tasks.incrementAndGet();
            return exchange.request().headers().contains("Too-Early") ? early(exchange) : new EchoTask(exchange);
        }

        /** The path is not known yet. */
        private Task early(final Exchange exchange) {
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

    private final class Upgraded extends ChannelInboundHandlerAdapter {

        @Override
        public void handlerRemoved(final ChannelHandlerContext removed) {
            told.add("removed");
        }
    }

    private record NoProtocol() implements UpgradedProtocol {

        @Override
        public void check(final long nanoTime) {}

        @Override
        public void beginClose() {}

        @Override
        public boolean isClosing() {
            return false;
        }
    }

    private final class EchoTask implements RequestHandler.Task, ThreadLocalAccessor {

        private final Exchange exchange;

        EchoTask(final Exchange exchange) {
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
            if (exchange.request().pathAndQuery().equals("/echo/upgraded")) {
                context = exchange.context();
                final ChannelHandler handler = new Upgraded();
                exchange.upgrade()
                        .perform(
                                Map.of("Connection", "Upgrade", "Upgrade", "echo"),
                                new NoProtocol(),
                                List.of(handler, handler)); // one that cannot be added twice
            } else if (exchange.request().pathAndQuery().equals("/echo/later")) {
                told.add("begun");
            } else if (exchange.request().path().equals("/echo/pieces")) {
                exchange.response()
                        .sendPiece(ResponseHead.of(200, Map.of()), Buffer.buffer("one "))
                        .thenRun(() -> exchange.response().sendLastPiece(Buffer.buffer("two")));
            } else if (exchange.isBodyOutstanding()
                    && !exchange.request().path().equals("/echo/unread")) {
                exchange.body().receive(this::answer);
            } else {
                answer();
            }
        }

        private void answer() {
            if (exchange.request().path().equals("/echo/released")) {
                final Runnable release = exchange.body().retain();
                release.run();
                release.run();
            }
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
        public void finished(final RequestContext context) {
            told.add("finished");
        }
    }
}
