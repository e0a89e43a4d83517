package org.jzenith.kafka.internal.producer;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Single;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.GaugeSource;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.kafka.error.KafkaOverloadedException;
import org.jzenith.kafka.error.KafkaUnavailableException;
import org.jzenith.kafka.internal.configuration.KafkaConfiguration;
import org.jzenith.kafka.internal.connection.KafkaConnections;

/** The transactional producers of an application, each opened when it is needed. Safe for use by many threads. */
@CheckReturnValue
public final class TransactionPool implements GaugeSource {

    /** As many transactions for each producer may wait. */
    private static final int WAITING_FOR_EACH = 16;

    private final KafkaConnections connections;
    private final KafkaConfiguration.Transaction settings;
    private final ProducerSettings producers;
    private final SendFactory factory;
    private final Set<TransactionRunner> open = new HashSet<>();
    private final Deque<TransactionRunner> free = new ArrayDeque<>();
    private final Queue<Promise<TransactionRunner>> waiting = new ArrayDeque<>();
    private int opened;
    private boolean closed;

    /** Prepares the pool without a producer. */
    public TransactionPool(
            final KafkaConnections connections, final KafkaConfiguration settings, final RecordSender sender) {
        this.connections = connections;
        this.settings = settings.transaction();
        this.producers = new ProducerSettings(connections, settings);
        this.factory = sender.factory();
    }

    /**
     * Runs work in a transaction on a producer that is free, or becomes free within {@code kafka.transaction.acquire-timeout}.
     *
     * @param work as in {@link TransactionRunner#run}
     * @return as in {@link TransactionRunner#run}
     */
    public <T> Single<T> run(final Function<? super OpenTransaction, Single<T>> work) {
        return RxFuture.single(this::acquire, this::release)
                .flatMap(runner -> runner.run(work, () -> null).doFinally(() -> release(runner)));
    }

    /**
     * Creates a further producer, which does not count for the pool. It connects with its first transaction.
     *
     * @param id the transactional id, with which it ends earlier producers of the same id, also on other instances
     * @return the caller closes it
     */
    public TransactionRunner open(final String id) {
        return new TransactionRunner(
                factory, new TransactionThread(id, () -> producers.transactional(id)), settings.timeout());
    }

    private Future<TransactionRunner> acquire() {
        final EventLoopContext loop = factory.loops().callers().context();
        final Promise<TransactionRunner> promise;
        synchronized (this) {
            if (closed) {
                return Future.failedFuture(new KafkaUnavailableException(
                        "The application is stopping, so no transaction was started.", null));
            }
            final TransactionRunner runner = free.isEmpty() ? another() : free.pop();
            if (runner != null) {
                return Future.succeededFuture(runner);
            }
            if (waiting.size() >= WAITING_FOR_EACH * settings.poolSize()) {
                return Future.failedFuture(overloaded("and " + waiting.size() + " transactions wait for them"));
            }
            promise = loop.promise();
            waiting.add(promise);
        }
        final long timer = loop.setTimer(Math.max(1, settings.acquireTimeout().toMillis()), () -> giveUp(promise));
        return promise.future().onComplete(done -> loop.cancelTimer(timer));
    }

    private void giveUp(final Promise<TransactionRunner> promise) {
        synchronized (this) {
            waiting.remove(promise);
        }
        promise.tryFail(overloaded("and none became free within "
                + settings.acquireTimeout().toMillis() + " ms (kafka.transaction.acquire-timeout)"));
    }

    private KafkaOverloadedException overloaded(final String why) {
        return new KafkaOverloadedException("All producers of transactions are in use (kafka.transaction.pool-size is "
                + settings.poolSize() + "), " + why + ".");
    }

    private @Nullable TransactionRunner another() {
        if (opened == settings.poolSize()) {
            return null;
        }
        opened++;
        final TransactionRunner runner = open(connections.instance() + "-" + opened);
        open.add(runner);
        return runner;
    }

    private void release(final TransactionRunner runner) {
        final Promise<TransactionRunner> next;
        synchronized (this) {
            next = waiting.poll();
            if (next == null) {
                free.push(runner);
            }
        }
        if (next != null && !next.tryComplete(runner)) {
            release(runner);
        }
    }

    private synchronized int used() {
        return opened - free.size();
    }

    private synchronized int waiting() {
        return waiting.size();
    }

    @Override
    public List<Gauge> gauges() {
        return List.of(
                Gauge.of("kafka.transactions", "transactions", this::used).withLimit(settings::poolSize),
                Gauge.of("kafka.transactions-waiting", "transactions", this::waiting));
    }

    /** Closes all producers of the pool; the brokers abort transactions in progress. */
    public Completable close() {
        return Completable.defer(() -> {
            final List<Completable> closing = new ArrayList<>();
            synchronized (this) {
                closed = true;
                open.forEach(each -> closing.add(each.close()));
            }
            return Completable.mergeDelayError(closing);
        });
    }
}
