package org.jzenith.sql.internal.pipeline;

import io.netty.channel.EventLoop;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.driver.SqlConfiguration;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.internal.connection.Call;
import org.jzenith.sql.internal.connection.Connector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pipelines of all event loops. A statement runs on one of its caller's event loop; without one, on each in turn. */
public final class Pipelines {

    private static final Logger LOGGER = LoggerFactory.getLogger(Pipelines.class);

    /** The number of further connections that slow statements leave to statements that wait behind one that is not known to be slow. */
    private static final int KEPT_FOR_OTHERS = 2;

    private final Vertx vertx;
    private final Connector connector;
    private final SqlConfiguration settings;
    private final long queryNanos;
    private final IdentityHashMap<EventLoop, OfEventLoop> byEventLoop = new IdentityHashMap<>();
    private final List<OfEventLoop> roundRobin = new ArrayList<>();
    private final Object openTransactions = new Object();
    private final AtomicInteger nextInTurn = new AtomicInteger();

    /** Prepares the pipelines without opening a connection. */
    public Pipelines(final Vertx vertx, final Connector connector, final SqlConfiguration settings) {
        this.vertx = vertx;
        this.connector = connector;
        this.settings = settings;
        this.queryNanos = settings.queryTimeout().toNanos();
        final int limit = connector.driver().canPipeline() ? settings.pipeliningLimit() : 1;
        final int mostFurther = settings.furtherConnections();
        final ConnectionAllowance further = new ConnectionAllowance(mostFurther, null);
        final ConnectionAllowance furtherOfSlow =
                new ConnectionAllowance(Math.max(1, mostFurther - KEPT_FOR_OTHERS), further);
        for (final EventLoopContext context : EventLoopContext.onEach(vertx)) {
            final Pipeline ofSlow = mostFurther == 0
                    ? null
                    : new Pipeline(Pipeline.Kind.SLOW, connector, context, settings, limit, furtherOfSlow, null);
            final List<Pipeline> pipelines = Stream.generate(() -> new Pipeline(
                            Pipeline.Kind.ALWAYS_OPEN, connector, context, settings, limit, further, ofSlow))
                    .limit(settings.pipelines())
                    .toList();
            final OfEventLoop ofLoop = new OfEventLoop(
                    context,
                    pipelines,
                    new Pipeline(Pipeline.Kind.ON_DEMAND, connector, context, settings, limit, further, null),
                    ofSlow);
            byEventLoop.put(context.eventLoop(), ofLoop);
            roundRobin.add(ofLoop);
        }
    }

    /** The pipelines of one event loop. The counter is used by several threads but need not be exact. */
    private static final class OfEventLoop {

        private final EventLoopContext context;
        private final List<Pipeline> pipelines;
        /** The connections for statements that run outside a transaction while their request has one open. See {@link #submit}. */
        private final Pipeline duringTransaction;
        /** The connections for statements that were slow lately; null if they share those of the others. */
        private final @Nullable Pipeline ofSlow;

        private int next;

        OfEventLoop(
                final EventLoopContext context,
                final List<Pipeline> pipelines,
                final Pipeline duringTransaction,
                final @Nullable Pipeline ofSlow) {
            this.context = context;
            this.pipelines = pipelines;
            this.duringTransaction = duringTransaction;
            this.ofSlow = ofSlow;
        }

        Pipeline next(final Call<?> call) {
            if (ofSlow != null && call.isSlow()) {
                return ofSlow;
            }
            return pipelines.get(Math.floorMod(next++, pipelines.size()));
        }

        Stream<Pipeline> all() {
            return Stream.concat(
                    pipelines.stream(), Stream.of(duringTransaction, ofSlow).filter(Objects::nonNull));
        }
    }

    /** Returns the event loops, each once. */
    public List<EventLoopContext> eventLoops() {
        return roundRobin.stream().map(ofLoop -> ofLoop.context).toList();
    }

    /** The context of the caller, if it is one of this application. */
    private @Nullable Context current() {
        final Context context = Vertx.currentContext();
        return context != null && context.owner() == vertx ? context : null;
    }

    /** Returns the pipelines of the caller's event loop; null if the caller has none. */
    private @Nullable OfEventLoop callersPipelines() {
        final Context context = current();
        return context == null ? null : byEventLoop.get(EventLoopContext.eventLoopOf(context));
    }

    /** Returns the event loop of the caller; any for callers that have none. */
    public EventLoopContext callersContext() {
        final OfEventLoop own = callersPipelines();
        return (own == null ? roundRobin.get(ThreadLocalRandom.current().nextInt(roundRobin.size())) : own).context;
    }

    /** Returns the context that gets the results: the caller's, or null if it has the event loop of the connection, or none. */
    public @Nullable Context resultContext(final EventLoopContext connection) {
        final Context context = current();
        return context == null || EventLoopContext.eventLoopOf(context) == connection.eventLoop() ? null : context;
    }

    /** Runs a call. */
    public void submit(final Call<?> call) {
        final OfEventLoop own = callersPipelines();
        final OfEventLoop ofLoop =
                own == null ? roundRobin.get(Math.floorMod(nextInTurn.getAndIncrement(), roundRobin.size())) : own;
        // On the other pipelines, earlier statements of other requests may wait for a lock that this request's
        // transaction holds until this statement has its result.
        final boolean beside = hasOpenTransaction();
        final Pipeline pipeline = beside ? ofLoop.duringTransaction : ofLoop.next(call);
        if (beside) {
            call.besideTransaction();
        }
        call.prepare(resultContext(pipeline.context()), queryNanos);
        pipeline.submit(call);
    }

    /** Returns true if the current request has a transaction open. */
    private boolean hasOpenTransaction() {
        final RequestContext request = RequestContext.current();
        return request != null
                && request.scopedIfPresent(openTransactions) instanceof AtomicInteger open
                && open.get() > 0;
    }

    /**
     * Counts a transaction of the current request from subscription to termination or cancellation.
     *
     * @param transaction returns the transaction; gets true if the request has another one open
     */
    public <T> Flowable<T> counted(final Function<Boolean, Flowable<T>> transaction) {
        return Flowable.defer(() -> {
            final RequestContext request = RequestContext.current();
            if (request == null) {
                return transaction.apply(false);
            }
            final AtomicInteger open = request.scoped(openTransactions, AtomicInteger::new);
            return transaction.apply(open.incrementAndGet() > 1).doFinally(open::decrementAndGet);
        });
    }

    private Stream<Pipeline> alwaysOpen() {
        return roundRobin.stream().flatMap(ofLoop -> ofLoop.pipelines.stream());
    }

    private Stream<Pipeline> all() {
        return roundRobin.stream().flatMap(OfEventLoop::all);
    }

    /** Opens the first connection, and tries again until the setting {@code connect-timeout} has passed. */
    public Completable connectFirst() {
        final long end = System.nanoTime() + settings.connectTimeout().toNanos();
        final long longestPause = settings.connectRetryInterval().toMillis();
        return RxFuture.completable(() -> roundRobin.get(0).pipelines.get(0).open())
                .retryWhen(errors -> errors.zipWith(Flowable.range(0, Integer.MAX_VALUE), (error, attempt) -> {
                            final long pause =
                                    Math.min(longestPause, Pipeline.FIRST_PAUSE_MILLIS << Math.min(attempt, 10));
                            final long left = (end - System.nanoTime()) / 1_000_000;
                            return isRefused(error) || left <= pause
                                    ? Flowable.error(error)
                                    : Flowable.timer(pause, TimeUnit.MILLISECONDS);
                        })
                        .flatMap(pause -> pause));
    }

    /** Returns true if another attempt would fail, too: the server refuses the user, or the connection fails in this process. */
    private boolean isRefused(final Throwable error) {
        return error instanceof SqlException refused
                && (refused.getCause() != null || connector.driver().refusal(refused) != null);
    }

    /** Opens the other connections. */
    public Completable open() {
        return RxFuture.completable(() ->
                        Future.all(alwaysOpen().skip(1).map(Pipeline::open).toList()))
                .doOnComplete(() -> LOGGER.info(
                        "{} connections to {} for single statements, up to {} more for transactions and streams.",
                        alwaysOpen().count(),
                        connector.server(),
                        settings.pool().size()));
    }

    /**
     * Opens the connections, and goes on trying where that fails.
     *
     * @return completes after the first attempt of each; fails if one of these has failed
     */
    public Future<Void> openInBackground() {
        return Future.join(alwaysOpen().map(Pipeline::openInBackground).toList())
                .onSuccess(opened -> LOGGER.info(
                        "{} read-only connections to {} for single statements, up to {} more for transactions and streams.",
                        opened.size(),
                        connector.server(),
                        settings.pool().size()))
                .mapEmpty();
    }

    /** Closes all connections, each when it is idle; its connector opens no others now. */
    public void pause() {
        all().forEach(Pipeline::pause);
    }

    /** Opens the first connections again; those that are opened on demand only if statements wait. */
    public Future<Void> resume() {
        return Future.join(all().map(Pipeline::openInBackground).toList()).mapEmpty();
    }

    /** Closes all connections. */
    public Future<Void> close() {
        return Future.join(all().map(Pipeline::close).toList()).mapEmpty();
    }

    /** Returns the number of statements in flight. */
    public int inFlight() {
        return sum(Pipeline::inFlight);
    }

    /** Returns the number of statements that may be in flight on the open connections. */
    public int inFlightLimit() {
        return sum(Pipeline::inFlightLimit);
    }

    /** Returns the number of waiting statements. */
    public int waiting() {
        return sum(Pipeline::waiting);
    }

    private int sum(final ToIntFunction<Pipeline> number) {
        return all().mapToInt(number).sum();
    }
}
