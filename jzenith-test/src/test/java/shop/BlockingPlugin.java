package shop;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Endpoints;
import org.jzenith.core.Plugin;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.ThreadLocalAccessor;
import org.jzenith.core.plugin.ListenerOpener;
import org.jzenith.core.rx.RxFuture;

/** A server whose requests keep its event loop busy, each in its own way. Its package is not one of jZenith. */
public final class BlockingPlugin implements Plugin, ListenerOpener {

    private @Nullable HttpServer server;

    @Override
    public String name() {
        return "rest";
    }

    @Override
    public Completable open(final Injector injector) {
        return RxFuture.single(() -> injector.getInstance(Vertx.class)
                        .createHttpServer()
                        .requestHandler(BlockingPlugin::answer)
                        .listen(0, "127.0.0.1"))
                .doOnSuccess(open -> {
                    server = open;
                    injector.getInstance(Endpoints.class)
                            .add("rest", URI.create("http://127.0.0.1:" + open.actualPort()));
                })
                .ignoreElement();
    }

    @Override
    public Completable close(final Injector injector) {
        return server == null ? Completable.complete() : RxFuture.completable(server::close);
    }

    private static void answer(final HttpServerRequest request) {
        final ThreadLocalAccessor route = new ThreadLocalAccessor() {
            @Override
            public void enter() {}

            @Override
            public void leave() {}

            @Override
            public String description() {
                return "GET " + request.path();
            }
        };
        RequestContext.create("r-1", route).run(() -> {
            switch (request.path()) {
                case "/sleep" -> sleep();
                case "/compute" -> compute();
                default -> {}
            }
            request.response().end();
        });
    }

    private static void sleep() {
        try {
            TimeUnit.MILLISECONDS.sleep(2_000);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Computes for a processor time, since a busy machine gives the test only a share of it. */
    private static void compute() {
        final ThreadMXBean cpu = ManagementFactory.getThreadMXBean();
        final long end = cpu.getCurrentThreadCpuTime() + TimeUnit.MILLISECONDS.toNanos(2_000);
        while (cpu.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
    }
}
