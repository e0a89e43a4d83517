package org.jzenith.redis.internal.connection;

import io.netty.channel.EventLoop;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jzenith.core.internal.limit.ReconnectPauses;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.redis.error.RedisException;
import org.jzenith.redis.internal.configuration.RedisConfiguration;

/** The connections of an application to one server. A command runs on the event loop of its caller; without one, on each in turn. */
public final class RedisConnections {

    private final Vertx vertx;
    private final RedisConnector connector;
    private final RedisConfiguration settings;
    private final ConnectionPool pool;
    private final IdentityHashMap<EventLoop, RedisPipeline> byEventLoop = new IdentityHashMap<>();
    private final List<RedisPipeline> pipelines = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();

    /** Prepares connections without opening any. */
    public RedisConnections(final Vertx vertx, final RedisConnector connector, final RedisConfiguration settings) {
        this.vertx = vertx;
        this.connector = connector;
        this.settings = settings;
        this.pool = new ConnectionPool(connector, settings.pool());
        for (final EventLoopContext context : EventLoopContext.onEach(vertx)) {
            final RedisPipeline pipeline = new RedisPipeline(connector, context, settings);
            byEventLoop.put(context.eventLoop(), pipeline);
            pipelines.add(pipeline);
        }
    }

    /** Returns the gauges of connections, which are asked for when a gauge is read. */
    public static List<Gauge> gauges(final Supplier<RedisConnections> connections) {
        return List.of(
                Gauge.of(
                        "redis.connections",
                        "connections",
                        () -> connections.get().connector.open()),
                Gauge.of("redis.commands", "commands", () -> connections.get().commands())
                        .withLimit(() -> connections.get().commandsLimit()),
                Gauge.of(
                                "redis.pool",
                                "connections",
                                () -> connections.get().pool.used())
                        .withLimit(() -> connections.get().settings.pool().size()),
                Gauge.of(
                        "redis.waiting", "callers", () -> connections.get().pool.waiting()),
                Gauge.ofTotal(
                        "redis.reconnects",
                        "connections",
                        () -> connections.get().reconnects()));
    }

    private long commands() {
        return pipelines.stream().mapToLong(RedisPipeline::load).sum();
    }

    private long commandsLimit() {
        return (long) settings.maxCommands() * pipelines.size();
    }

    private long reconnects() {
        return pipelines.stream().mapToLong(RedisPipeline::reconnects).sum();
    }

    /** Returns the connections for transactions and blocking commands. */
    public ConnectionPool pool() {
        return pool;
    }

    /** Returns what opens connections. */
    public RedisConnector connector() {
        return connector;
    }

    /** Returns the event loop of the caller; any for callers that have none. */
    public EventLoopContext callersContext() {
        return pipeline().context();
    }

    private RedisPipeline pipeline() {
        final Context context = Vertx.currentContext();
        final RedisPipeline own = context == null || context.owner() != vertx
                ? null
                : byEventLoop.get(EventLoopContext.eventLoopOf(context));
        return own == null ? pipelines.get(Math.floorMod(next.getAndIncrement(), pipelines.size())) : own;
    }

    /** Returns a connection for one caller on its event loop; fails at once while the server does not answer. */
    Future<RedisConnection> acquire(final String command) {
        final RedisPipeline own = pipeline();
        final RedisException refusal = own.refusal(command);
        return refusal == null ? pool.acquire(own.context(), command) : Future.failedFuture(refusal);
    }

    /** Runs a command. */
    public void submit(final Command<?> command) {
        if (!command.isDisposed()) {
            pipeline().submit(command);
        }
    }

    /** Opens the first connection, and tries again until {@code redis.connect-timeout} has passed, while the server is away. */
    public Completable connectFirst() {
        return Completable.defer(() -> {
            final long end = System.nanoTime() + settings.connectTimeout().toNanos();
            final ReconnectPauses pauses = new ReconnectPauses(settings.connectRetryInterval());
            return RxFuture.completable(() -> pipelines.get(0).open())
                    .retryWhen(errors -> errors.flatMap(error -> {
                        final long pause = pauses.next();
                        return isAway(error) && (end - System.nanoTime()) / 1_000_000 > pause
                                ? Flowable.timer(pause, TimeUnit.MILLISECONDS)
                                : Flowable.error(error);
                    }));
        });
    }

    /** Returns true if the server may answer later; false if it refuses the user, or is not supported. */
    public static boolean isAway(final Throwable error) {
        return error instanceof TemporarilyUnavailable;
    }

    /** Opens all connections later; until then commands fail at once. */
    public void openLater(final String reason) {
        pipelines.forEach(each -> each.openLater(reason));
    }

    /** Opens the other connections; one that fails is tried again. */
    public Completable open() {
        return RxFuture.completable(() -> Future.join(pipelines.stream()
                        .skip(1)
                        .map(each -> each.open().onFailure(error -> each.replace()))
                        .toList())
                .otherwiseEmpty());
    }

    /** Closes all connections. */
    public Completable close() {
        pipelines.forEach(RedisPipeline::close);
        pool.close();
        return RxFuture.completable(connector::close);
    }
}
