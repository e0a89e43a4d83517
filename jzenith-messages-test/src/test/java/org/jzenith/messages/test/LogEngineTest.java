package org.jzenith.messages.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.messages.test.TimeLimited.run;
import static org.jzenith.messages.test.TimeLimited.until;

import io.reactivex.Completable;
import io.reactivex.Single;
import io.reactivex.observers.TestObserver;
import io.reactivex.subjects.CompletableSubject;
import io.reactivex.subscribers.TestSubscriber;
import io.vertx.core.Vertx;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.core.lease.Lease;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.messages.engine.ConsumerSession;
import org.jzenith.messages.engine.FollowedMessage;
import org.jzenith.messages.engine.LogStore;
import org.jzenith.messages.engine.MessageEngine;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.TopicDefinition;
import org.jzenith.messages.error.TopicLostException;
import org.jzenith.messages.internal.memory.MemoryLogStore;
import org.jzenith.messages.log.LogEngine;
import org.jzenith.messages.test.SwitchedLogStore.Way;

/** The contract over memory, and what happens on the way to a store. */
final class LogEngineTest extends LogEngineContract {

    private static final String TOPIC = "orders";
    private static final TopicDefinition DEFINITION = new TopicDefinition(TOPIC, 3, Duration.ofHours(1));
    private static Vertx vertx;

    private final MemoryLogStore store = new MemoryLogStore("memory");
    private final SwitchedLogStore way = new SwitchedLogStore(store);
    private final List<Completable> closing = new ArrayList<>();

    @BeforeAll
    static void open() {
        vertx = Vertx.vertx();
    }

    @AfterAll
    static void end() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Override
    protected LogStore one() {
        return store;
    }

    @Override
    protected LogStore other() {
        return store;
    }

    @Override
    protected Vertx vertx() {
        return vertx;
    }

    @AfterEach
    void closeEngines() {
        way.become(Way.OPEN);
        closing.forEach(TimeLimited::run);
    }

    private MessageEngine engine(final LogStore over) {
        final MessageEngine engine = LogEngine.of(over, vertx);
        closing.add(engine.close());
        run(engine.begin());
        run(engine.open(DEFINITION));
        return engine;
    }

    private ConsumerSession consume(final MessageEngine engine, final RecordingListener listener) {
        final ConsumerSession session = engine.consume(TOPIC, "mail", listener);
        closing.add(0, session.close());
        return session;
    }

    private static NewMessage message(final int partition) {
        return new NewMessage("id", partition, null, Map.of(), new byte[0], Instant.now());
    }

    @Test
    void messageWithoutABellIsFoundByPolling() throws InterruptedException {
        final RecordingListener listener = new RecordingListener();
        final MessageEngine engine = engine(way);
        run(store.append(TOPIC, List.of(message(0)), null));
        consume(engine, listener);
        listener.await(all -> all.messages().size() == 1);
        final TestSubscriber<FollowedMessage> follower =
                engine.follow(TOPIC, engine.end(TOPIC).blockingGet()).test();
        run(store.append(TOPIC, List.of(message(2)), null));
        listener.await(all -> all.messages().size() == 2);
        follower.awaitCount(1, () -> {}, 60_000);
        follower.assertValueCount(1).dispose();
    }

    @Test
    void instanceThatWasFrozenDeliversAndCommitsNothing() throws InterruptedException {
        final Vertx blocked = Vertx.vertx();
        final Vertx another = Vertx.vertx();
        try {
            final MessageEngine engine = LogEngine.of(store, blocked);
            run(engine.begin());
            run(engine.open(DEFINITION));
            for (int i = 0; i < 300; i++) {
                run(store.append(TOPIC, List.of(message(i % 3)), null));
            }
            final CountDownLatch wake = new CountDownLatch(1);
            final RecordingListener frozen = new RecordingListener();
            frozen.onReceived(() -> {
                try {
                    wake.await();
                } catch (final InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            final ConsumerSession session = engine.consume(TOPIC, "mail", frozen);
            final MessageEngine other = LogEngine.of(store, another);
            run(other.begin());
            run(other.open(DEFINITION));
            final RecordingListener listener = new RecordingListener();
            final ConsumerSession moved = other.consume(TOPIC, "mail", listener);
            listener.await(all -> all.partitions().size() == 3 && all.messages().size() == 300);
            wake.countDown();
            frozen.await(all -> all.lost().size() == 3);
            assertThat(frozen.messages().size()).as("one page").isLessThanOrEqualTo(200);
            assertThatThrownBy(() -> run(session.commit(0, 1))).isInstanceOf(TermEndedException.class);
            assertThat(store.committed(TOPIC, "mail").blockingGet()).isEmpty();
            run(session.close());
            run(engine.close());
            run(moved.close());
            run(other.close());
        } finally {
            blocked.close().toCompletionStage().toCompletableFuture().join();
            another.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    @Test
    void instanceThatIsCutOffLosesItsPartitionsBeforeAnotherOneHasThem() throws InterruptedException {
        final RecordingListener listener = new RecordingListener();
        final ConsumerSession session = consume(engine(way), listener);
        listener.await(all -> all.partitions().size() == 3);
        final RecordingListener other = new RecordingListener();
        way.become(Way.SILENT);
        consume(engine(store), other);
        other.await(all -> {
            if (!all.partitions().isEmpty()) {
                assertThat(listener.partitions()).isEmpty();
            }
            return all.partitions().size() == 3;
        });
        assertThat(listener.lost()).containsExactly(0, 1, 2);
        assertThatThrownBy(() -> run(session.commit(0, 1))).isInstanceOf(TermEndedException.class);

        way.become(Way.OPEN);
        listener.await(all -> !all.partitions().isEmpty());
        assertThat(other.lost()).isEmpty();
    }

    @Test
    void outageIsReportedAndEndsByItself() throws InterruptedException {
        final RecordingListener listener = new RecordingListener();
        consume(engine(way), listener);
        listener.await(all -> all.partitions().size() == 3 && all.recoveries() == 1);
        way.become(Way.CUT);
        listener.await(all -> all.partitions().isEmpty());
        assertThat(listener.errors()).isNotEmpty();
        run(store.append(TOPIC, List.of(message(1)), null));
        way.become(Way.OPEN);
        listener.await(all -> all.partitions().size() == 3 && all.messages().size() == 1 && all.recoveries() >= 2);
    }

    @Test
    void storeThatIsEmptyAfterARestartIsALostTopic() throws InterruptedException {
        final RecordingListener listener = new RecordingListener();
        final MessageEngine engine = engine(way);
        consume(engine, listener);
        run(engine.append(TOPIC, List.of(message(0)), null));
        listener.await(all -> all.messages().size() == 1);
        final TestSubscriber<FollowedMessage> follower =
                engine.follow(TOPIC, null).test();

        way.lead(new MemoryLogStore("memory"));
        listener.await(all ->
                all.partitions().isEmpty() && all.errors().stream().anyMatch(TopicLostException.class::isInstance));
        assertThat(follower.awaitTerminalEvent(60, TimeUnit.SECONDS)).isTrue();
        follower.assertError(TopicLostException.class);
        assertThatThrownBy(() -> run(engine.append(TOPIC, List.of(message(0)), null)))
                .isInstanceOf(TopicLostException.class);
    }

    @Test
    void logThatWasCreatedAgainIsNotReadFromItsBeginning() throws InterruptedException {
        final RecordingListener listener = new RecordingListener();
        final MessageEngine engine = engine(way);
        consume(engine, listener);
        run(engine.append(TOPIC, List.of(message(0)), null));
        listener.await(all -> all.messages().size() == 1);

        final MemoryLogStore empty = new MemoryLogStore("memory");
        run(empty.open(DEFINITION));
        run(empty.append(TOPIC, List.of(message(0)), null));
        way.lead(empty);
        listener.await(all ->
                all.partitions().isEmpty() && all.errors().stream().anyMatch(TopicLostException.class::isInstance));
        assertThat(listener.messages()).hasSize(1);
        assertThatThrownBy(() -> run(engine.append(TOPIC, List.of(message(0)), null)))
                .isInstanceOf(TopicLostException.class)
                .hasMessageContaining("'orders'")
                .hasMessageContaining("'memory'");

        way.lead(store);
        listener.await(all -> all.partitions().size() == 3);
        run(engine.append(TOPIC, List.of(message(0)), null));
        listener.await(all -> all.messages().size() == 3);
    }

    /** Returns a store whose replies a function may change. */
    private LogStore changed(final BiFunction<String, Object, Object> replies) {
        return (LogStore) Proxy.newProxyInstance(
                LogStore.class.getClassLoader(),
                new Class<?>[] {LogStore.class},
                (proxy, method, arguments) -> replies.apply(method.getName(), method.invoke(store, arguments)));
    }

    @Test
    void stateThatArrivesAfterALaterOneIsNoLoss() {
        final AtomicBoolean holds = new AtomicBoolean();
        final CompletableSubject late = CompletableSubject.create();
        final LogStore slow = changed((name, reply) -> name.equals("state") && holds.getAndSet(false)
                ? late.andThen(Single.just(((Single<?>) reply).blockingGet()))
                : reply);
        final MessageEngine engine = engine(slow);
        holds.set(true);
        final TestObserver<String> first = engine.end(TOPIC).test();
        run(engine.append(TOPIC, List.of(message(0)), null));
        assertThat(engine.end(TOPIC).blockingGet()).endsWith("-1");
        late.onComplete();
        assertThat(first.awaitTerminalEvent(60, TimeUnit.SECONDS)).isTrue();
        first.assertNoErrors().assertValue(end -> end.endsWith("-0"));
        assertThat(engine.end(TOPIC).blockingGet()).endsWith("-1");
    }

    @Test
    void positionThatIsCommittedDuringAnAssignmentIsNoLoss() throws InterruptedException {
        run(store.open(DEFINITION));
        final Lease lease = Objects.requireNonNull(store.leases()
                .claim("messages/orders/mail", "1", "other", Duration.ofHours(1), Long.MAX_VALUE)
                .blockingGet());
        final LogStore busy = changed((name, reply) -> name.equals("committed")
                ? Single.defer(() -> {
                    run(store.append(TOPIC, List.of(message(1)), null));
                    final long last = store.state(TOPIC).blockingGet().last();
                    run(store.commit(TOPIC, "mail", 1, last, lease.token()));
                    return store.committed(TOPIC, "mail");
                })
                : reply);
        final RecordingListener listener = new RecordingListener();
        final MessageEngine engine = engine(busy);
        consume(engine, listener);
        listener.await(all -> all.partitions().size() == 2 || !all.errors().isEmpty());
        assertThat(listener.errors()).isEmpty();
    }

    @Test
    void positionBeyondTheEndIsALossWithARemedy() throws InterruptedException {
        run(store.open(DEFINITION));
        final Lease lease = Objects.requireNonNull(store.leases()
                .claim("messages/orders/mail", "1", "other", Duration.ofHours(1), Long.MAX_VALUE)
                .blockingGet());
        run(store.commit(TOPIC, "mail", 1, 5, lease.token()));
        final RecordingListener listener = new RecordingListener();
        consume(engine(changed((name, reply) -> name.equals("resetCommand") ? "DELETE it" : reply)), listener);
        listener.await(all -> !all.errors().isEmpty());
        assertThat(listener.errors().get(0))
                .isInstanceOf(TopicLostException.class)
                .hasMessageContaining("The consumer 'mail' of the topic 'orders' has committed the position 5")
                .hasMessageEndingWith(
                        "reset the consumer's position, so that it starts with the oldest remaining message: DELETE it");
    }

    @Test
    void idleInstanceSendsAtMostTwoStatementsASecond() throws InterruptedException {
        final MessageEngine engine = engine(way);
        final RecordingListener listener = new RecordingListener();
        consume(engine, listener);
        final RecordingListener audit = new RecordingListener();
        closing.add(0, engine.consume(TOPIC, "audit", audit).close());
        listener.await(all -> all.partitions().size() == 3 && all.recoveries() == 1);
        audit.await(all -> all.partitions().size() == 3 && all.recoveries() == 1);
        final int before = way.statements();
        final long began = System.nanoTime();
        until(() -> way.statements() >= before + 8);
        assertThat(System.nanoTime() - began).isGreaterThan(TimeUnit.SECONDS.toNanos(3));
    }
}
