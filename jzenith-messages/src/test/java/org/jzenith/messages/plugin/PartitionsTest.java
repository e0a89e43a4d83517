package org.jzenith.messages.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.messages.plugin.Inbox.ORDERS;

import com.google.inject.AbstractModule;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.reactivex.observers.TestObserver;
import io.vertx.core.Vertx;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.health.Health;
import org.jzenith.core.lease.Term;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.messages.DeadLetter;
import org.jzenith.messages.engine.ConsumerSession;
import org.jzenith.messages.engine.DeadLetterStore;
import org.jzenith.messages.engine.FollowedMessage;
import org.jzenith.messages.engine.MessageEngine;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.PartitionListener;
import org.jzenith.messages.engine.StoredMessage;
import org.jzenith.messages.engine.TopicDefinition;
import org.jzenith.messages.error.TopicLostException;
import org.jzenith.messages.plugin.Inbox.Delivered;

/** A consumer whose partitions come and go, and whose engine fails. The test is the engine. */
final class PartitionsTest {

    private static final Term TERM = new Term("messages/orders/mail", "0", 7);

    private final Inbox inbox = new Inbox();
    private final Engine engine = new Engine();
    private RunningApplication application;

    private static final class Engine implements MessageEngine, ConsumerSession, DeadLetterStore {

        final List<String> flow = new CopyOnWriteArrayList<>();
        final List<String> commits = new CopyOnWriteArrayList<>();
        final List<DeadLetter> letters = new CopyOnWriteArrayList<>();
        final AtomicInteger failures = new AtomicInteger();
        volatile PartitionListener listener;

        private Completable unlessFailing(final Runnable action) {
            return Completable.fromAction(() -> {
                if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    throw new IllegalStateException("The engine is away.");
                }
                action.run();
            });
        }

        @Override
        public String name() {
            return "scripted";
        }

        @Override
        public Completable open(final TopicDefinition topic) {
            return Completable.complete();
        }

        @Override
        public Completable append(final String topic, final List<NewMessage> messages, final @Nullable Term fence) {
            return Completable.complete();
        }

        @Override
        public ConsumerSession consume(final String topic, final String consumer, final PartitionListener receiver) {
            listener = receiver;
            return this;
        }

        @Override
        public Flowable<FollowedMessage> follow(final String topic, final @Nullable String after) {
            return Flowable.never();
        }

        @Override
        public Single<String> end(final String topic) {
            return Single.just("0");
        }

        @Override
        public DeadLetterStore deadLetters() {
            return this;
        }

        @Override
        public Completable begin() {
            return Completable.complete();
        }

        @Override
        public void pause(final int partition) {
            flow.add("pause " + partition);
        }

        @Override
        public void resume(final int partition) {
            flow.add("resume " + partition);
        }

        @Override
        public Completable commit(final int partition, final long position) {
            return unlessFailing(() -> commits.add(partition + ":" + position));
        }

        @Override
        public Single<Map<Integer, Long>> lag() {
            return Single.just(Map.of());
        }

        @Override
        public Completable close() {
            return Completable.complete();
        }

        @Override
        public Completable add(final DeadLetter letter) {
            return unlessFailing(() -> letters.add(letter));
        }

        @Override
        public Single<List<DeadLetter>> list(final String topic, final int most) {
            return Single.just(letters);
        }

        @Override
        public Maybe<DeadLetter> find(final String topic, final String id) {
            return Maybe.empty();
        }

        @Override
        public Single<Boolean> remove(final String topic, final String id) {
            return Single.just(false);
        }

        @Override
        public Single<Map<String, Long>> counts() {
            return Single.just(Map.of());
        }
    }

    @BeforeEach
    void start() {
        start("--messages.orders.retry-pause=1ms");
        engine.listener.assigned(0, 0, TERM);
    }

    private void start(final String setting) {
        application = JZenith.application("--messages.orders.over=scripted", "--messages.orders.attempts=2", setting)
                .withPlugins(MessagesPlugin.create().consumingMessages(ORDERS, "mail", Inbox.class, Inbox::take))
                .withModules(new AbstractModule() {
                    @Override
                    protected void configure() {
                        bind(Inbox.class).toInstance(inbox);
                        MessageEngine.binder(binder()).addBinding().toInstance(engine);
                    }
                })
                .run();
    }

    @AfterEach
    void stop() {
        application.close();
    }

    private void receive(final int partition, final long position, final String key) {
        engine.listener.received(partition, List.of(message(partition, position, key, Instant.now())));
    }

    private static StoredMessage message(
            final int partition, final long position, final String key, final Instant publishedAt) {
        return new StoredMessage(
                position,
                partition,
                "m" + position,
                key,
                Map.of(),
                ("{\"customer\":\"" + key + "\",\"number\":" + position + "}").getBytes(StandardCharsets.UTF_8),
                publishedAt);
    }

    private static void ended(final TestObserver<Void> revoked) {
        assertThat(revoked.awaitTerminalEvent(60, TimeUnit.SECONDS)).isTrue();
        revoked.assertComplete();
    }

    @Test
    void thePositionPassesOnlyWhatIsHandled() throws Exception {
        receive(0, 1, "a");
        final Delivered first = inbox.next();
        receive(0, 2, "b");
        inbox.next().succeed();
        receive(0, 3, "c");
        inbox.next().succeed();
        assertThat(engine.commits).isEmpty();
        first.succeed();
        ConsumerTest.await(() -> engine.commits.contains("0:3"));
        assertThat(engine.commits).containsExactly("0:3");
    }

    @Test
    void aKeyIsHandledOnceAtATimeAlsoIfItIsInTwoPartitions() throws Exception {
        engine.listener.assigned(1, 0, TERM);
        receive(0, 1, "a");
        final Delivered first = inbox.next();
        receive(1, 2, "a");
        receive(1, 3, "b");
        final Delivered other = inbox.next();
        assertThat(other.order()).isEqualTo("b3");
        other.succeed();
        first.succeed();
        final Delivered second = inbox.next();
        assertThat(second.order()).isEqualTo("a2");
        second.succeed();
    }

    @Test
    void aPartitionIsGivenBackWhenItsHandlersHaveEnded() throws Exception {
        receive(0, 1, "a");
        receive(0, 2, "a");
        final Delivered running = inbox.next();
        final TestObserver<Void> revoked = engine.listener.revoked(0, false).test();
        running.succeed();
        ended(revoked);
        assertThat(engine.commits).containsExactly("0:1");
        engine.listener.assigned(0, 1, TERM);
        receive(0, 2, "a");
        final Delivered next = inbox.next();
        assertThat(next.order()).isEqualTo("a2");
        next.succeed();
        assertThat(inbox.waiting()).isZero();
    }

    @Test
    void whatFailsWhileAPartitionIsGivenBackIsLeftToTheNextOwner() throws Exception {
        receive(0, 1, "a");
        final Delivered running = inbox.next();
        final TestObserver<Void> revoked = engine.listener.revoked(0, false).test();
        running.fail();
        ended(revoked);
        assertThat(engine.commits).isEmpty();
        assertThat(engine.letters).isEmpty();
    }

    @Test
    void whatWaitsForAnAttemptIsGivenBackAtOnce() throws Exception {
        application.close();
        start("--messages.orders.retry-pause=1h");
        engine.listener.assigned(0, 0, TERM);
        receive(0, 1, "a");
        inbox.next().fail();
        receive(0, 2, "b");
        inbox.next().succeed();
        ended(engine.listener.revoked(0, false).test());
        assertThat(engine.commits).isEmpty();
        engine.listener.assigned(0, 0, TERM);
        receive(0, 1, "a");
        final Delivered again = inbox.next();
        assertThat(again.message().attempt()).isEqualTo(1);
        again.succeed();
    }

    @Test
    void theHandlersOfALostPartitionAreDisposedAndNothingIsCommitted() throws Exception {
        receive(0, 1, "a");
        inbox.next().succeed();
        receive(0, 2, "a");
        final Delivered running = inbox.next();
        ended(engine.listener.revoked(0, true).test());
        assertThat(running.result().hasObservers()).isFalse();
        engine.listener.assigned(0, 1, TERM);
        receive(0, 2, "a");
        final Delivered again = inbox.next();
        assertThat(again.order()).isEqualTo("a2");
        again.succeed();
        ConsumerTest.await(() -> engine.commits.contains("0:2"));
    }

    @Test
    void aPartitionThatIsLostWhileItIsGivenBackEndsItsHandlers() throws Exception {
        receive(0, 1, "a");
        inbox.next().succeed();
        receive(0, 2, "a");
        final Delivered running = inbox.next();
        final TestObserver<Void> givenBack = engine.listener.revoked(0, false).test();
        ended(engine.listener.revoked(0, true).test());
        ended(givenBack);
        assertThat(running.result().hasObservers()).isFalse();
        ended(engine.listener.revoked(0, true).test());
        engine.listener.assigned(0, 1, TERM);
        receive(0, 2, "a");
        final Delivered again = inbox.next();
        assertThat(again.order()).isEqualTo("a2");
        again.succeed();
    }

    @Test
    void whatIsHandledTakesNoMemoryThoughAnEarlierMessageWaits() throws Exception {
        receive(0, 1, "a");
        final Delivered first = inbox.next();
        final WeakReference<byte[]> body = receiveSecond();
        inbox.next().succeed();
        ConsumerTest.await(() -> {
            System.gc();
            return body.refersTo(null);
        });
        assertThat(engine.commits).isEmpty();
        first.succeed();
        ConsumerTest.await(() -> engine.commits.contains("0:2"));
    }

    private WeakReference<byte[]> receiveSecond() {
        final StoredMessage second = message(0, 2, "b", Instant.now());
        engine.listener.received(0, List.of(second));
        return new WeakReference<>(second.body());
    }

    @Test
    void aPartitionPausesWhileTheEventLoopIsLate() throws Exception {
        final CountDownLatch blocked = new CountDownLatch(1);
        EventLoopContext.onEach(application.get(Vertx.class)).get(0).runLater(() -> {
            try {
                blocked.await();
            } catch (final InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        for (int i = 1; i <= 401; i++) {
            receive(0, i, "k" + i);
        }
        blocked.countDown();
        assertThat(engine.flow).startsWith("pause 0");
        for (int i = 1; i <= 401; i++) {
            inbox.next().succeed();
        }
        ConsumerTest.await(() -> engine.flow.contains("resume 0"));
        ConsumerTest.await(() -> engine.commits.contains("0:401"));
    }

    @Test
    void healthTellsOfAMessageThatIsOlderThanTheRetention() throws Exception {
        final Instant old = Instant.now().minus(Duration.ofDays(8));
        engine.listener.received(0, List.of(message(0, 1, "a", old)));
        final Delivered running = inbox.next();
        ConsumerTest.await(() ->
                ConsumerTest.health(application).status() != Health.healthy().status());
        assertThat(ConsumerTest.health(application))
                .isEqualTo(Health.degraded("the oldest message of orders/mail, published at " + old
                        + ", is older than the topic's retention. Later messages can be deleted before they are handled."
                        + " Find out what delays the consumer, or raise messages.orders.retention."));
        running.succeed();
        ConsumerTest.await(() -> ConsumerTest.health(application).equals(Health.healthy()));
    }

    @Test
    void healthTellsOfMessagesThatWereDeletedUnhandled() {
        engine.listener.missed(7, 20);
        assertThat(ConsumerTest.health(application))
                .isEqualTo(
                        Health.degraded(
                                "messages were deleted before orders/mail handled them. It handled the"
                                        + " messages up to the position 7; the oldest one that still exists is at 20. The messages between"
                                        + " were deleted, because no instance handled them within messages.orders.retention. Find out which"
                                        + " messages were lost, and raise the setting. This is reported until the instance is restarted."));
    }

    @Test
    void aHandlerWhoseTermHasEndedMakesNoDeadLetter() throws Exception {
        receive(0, 1, "a");
        for (int i = 0; i < 3; i++) {
            final Delivered refused = inbox.next();
            assertThat(refused.message().attempt()).isEqualTo(1);
            refused.result().onError(new TermEndedException(TERM));
        }
        inbox.next();
        ended(engine.listener.revoked(0, true).test());
        assertThat(engine.letters).isEmpty();
    }

    @Test
    void aHandlerThatUsesAnotherTermFailsAsWithAnyError() throws Exception {
        receive(0, 1, "a");
        for (int attempt = 1; attempt <= 2; attempt++) {
            final Delivered refused = inbox.next();
            assertThat(refused.message().attempt()).isEqualTo(attempt);
            refused.result().onError(new TermEndedException(new Term("job", "invoices", 7)));
        }
        ConsumerTest.await(() -> !engine.letters.isEmpty());
        ConsumerTest.await(() -> engine.commits.contains("0:1"));
    }

    @Test
    void aDeadLetterIsStoredBeforeThePositionPassesIt() throws Exception {
        receive(0, 1, "a");
        inbox.next().fail();
        final Delivered last = inbox.next();
        engine.failures.set(3);
        last.fail();
        ConsumerTest.await(() -> !engine.letters.isEmpty());
        ConsumerTest.await(() -> engine.commits.contains("0:1"));
        assertThat(engine.letters).hasSize(1);
        assertThat(engine.letters.get(0).id()).startsWith("orders.mail.0.1.");
    }

    /** A log that was created again has other messages at the same positions. */
    @Test
    void deadLettersOfTwoMessagesWithTheSamePositionAreBothStored() throws Exception {
        for (final String id : List.of("old", "new")) {
            engine.listener.received(
                    0, List.of(new StoredMessage(1, 0, id, "a", Map.of(), new byte[0], Instant.now())));
        }
        ConsumerTest.await(() -> engine.letters.size() == 2);
        assertThat(engine.letters).extracting(DeadLetter::id).doesNotHaveDuplicates();
    }

    @Test
    void aFailedCommitIsTriedAgain() throws Exception {
        engine.failures.set(1);
        receive(0, 1, "a");
        inbox.next().succeed();
        ConsumerTest.await(() -> engine.commits.contains("0:1"));
    }

    @Test
    void healthTellsThatMessagesCannotBeRead() {
        assertThat(ConsumerTest.health(application)).isEqualTo(Health.healthy());
        engine.listener.failed(new IllegalStateException("secret"));
        assertThat(ConsumerTest.health(application))
                .isEqualTo(
                        Health.degraded("the messages of orders/mail cannot be read: java.lang.IllegalStateException"));
        engine.listener.failed(new TopicLostException("The topic 'orders' is gone."));
        assertThat(ConsumerTest.health(application)).isEqualTo(Health.unhealthy("The topic 'orders' is gone."));
        engine.listener.recovered();
        assertThat(ConsumerTest.health(application)).isEqualTo(Health.healthy());
    }
}
