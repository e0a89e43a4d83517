package org.jzenith.messages.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.messages.plugin.Inbox.ORDERS;

import com.google.inject.AbstractModule;
import io.reactivex.Completable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.Operation;
import org.jzenith.core.observe.OutboundHeaders;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.messages.DeadLetter;
import org.jzenith.messages.DeadLetters;
import org.jzenith.messages.Message;
import org.jzenith.messages.Messages;
import org.jzenith.messages.Topic;
import org.jzenith.messages.observe.MessageEvent;
import org.jzenith.messages.plugin.Inbox.Delivered;
import org.jzenith.messages.plugin.Inbox.OrderPlaced;

/** Consumers over memory. */
final class ConsumerTest {

    private final Inbox inbox = new Inbox();
    private final Audit audit = new Audit();
    private final SharedStore shared = new SharedStore();
    private final List<MessageEvent> events = new CopyOnWriteArrayList<>();
    private final List<WorkEvent.Begun> runs = new CopyOnWriteArrayList<>();
    private final List<RunningApplication> applications = new ArrayList<>();

    /** A second consumer, which handles everything at once. */
    static final class Audit {

        final List<Integer> seen = new CopyOnWriteArrayList<>();

        Completable record(final OrderPlaced order) {
            seen.add(order.number());
            return Completable.complete();
        }
    }

    private static <E extends org.jzenith.core.observe.Event> EventObserver<E> into(
            final Class<E> type, final List<E> list) {
        return new EventObserver<>() {
            @Override
            public Class<E> events() {
                return type;
            }

            @Override
            public void observe(final E event) {
                list.add(event);
            }
        };
    }

    private RunningApplication start(final MessagesPlugin plugin, final String... settings) {
        final RunningApplication application = application(plugin, settings).run();
        applications.add(application);
        return application;
    }

    private JZenith application(final MessagesPlugin plugin, final String... settings) {
        return JZenith.application(settings)
                .withPlugins(plugin)
                .withConfiguration("messages.orders.over", "shared")
                .withConfiguration("messages.orders.retry-pause", "1ms")
                .withModules(shared, new AbstractModule() {
                    @Override
                    protected void configure() {
                        bind(Inbox.class).toInstance(inbox);
                        bind(Audit.class).toInstance(audit);
                        Observers.binder(binder()).addBinding().toInstance(into(MessageEvent.class, events));
                        Observers.binder(binder()).addBinding().toInstance(into(WorkEvent.Begun.class, runs));
                        OutboundHeaders.binder(binder()).addBinding().toInstance(new OutboundHeaders() {
                            @Override
                            public Set<String> names() {
                                return Set.of();
                            }

                            @Override
                            public void addTo(final Operation call, final BiConsumer<String, String> headers) {}

                            @Override
                            public void addTo(final BiConsumer<String, String> headers) {
                                headers.accept(
                                        "traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
                            }
                        });
                    }
                });
    }

    private static MessagesPlugin mail() {
        return MessagesPlugin.create().consumingMessages(ORDERS, "mail", Inbox.class, Inbox::take);
    }

    @AfterEach
    void stop() {
        applications.forEach(RunningApplication::close);
    }

    private static void publish(final RunningApplication application, final String customer, final int number) {
        application
                .get(Messages.class)
                .publish(ORDERS, new OrderPlaced(customer, number))
                .blockingAwait();
    }

    static void await(final BooleanSupplier condition) throws InterruptedException, TimeoutException {
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new TimeoutException("The condition was not fulfilled within 60 s.");
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private static long gauge(final RunningApplication application, final String name) {
        return application.get(Gauges.class).all().stream()
                .filter(gauge -> gauge.name().equals(name))
                .mapToLong(Gauge::used)
                .findFirst()
                .orElseThrow();
    }

    private static List<DeadLetter> deadLetters(final RunningApplication application) {
        return application.get(DeadLetters.class).list("orders", 100).blockingGet();
    }

    @Test
    void messagesOfAKeyComeOneAfterAnotherAndOtherKeysAtTheSameTime() throws Exception {
        final RunningApplication application = start(mail());
        publish(application, "a", 1);
        publish(application, "a", 2);
        final Delivered first = inbox.next();
        publish(application, "b", 1);
        final Delivered other = inbox.next();
        assertThat(List.of(first.order(), other.order())).containsExactly("a1", "b1");
        other.succeed();
        publish(application, "b", 2);
        final Delivered later = inbox.next();
        assertThat(later.order()).isEqualTo("b2");
        later.succeed();
        assertThat(inbox.waiting()).isZero();
        first.succeed();
        final Delivered second = inbox.next();
        assertThat(second.order()).isEqualTo("a2");
        second.succeed();
    }

    @Test
    void messagesWithoutAKeyComeAtTheSameTime() throws Exception {
        final Topic<OrderPlaced> notes = Topic.of("notes", OrderPlaced.class);
        final RunningApplication application = start(
                MessagesPlugin.create().publishing(ORDERS).consumingMessages(notes, "mail", Inbox.class, Inbox::take),
                "--messages.notes.partitions=1");
        for (int i = 1; i <= 3; i++) {
            application
                    .get(Messages.class)
                    .publish(notes, new OrderPlaced("a", i))
                    .blockingAwait();
        }
        final List<Delivered> all = List.of(inbox.next(), inbox.next(), inbox.next());
        assertThat(all).extracting(Delivered::order).containsExactlyInAnyOrder("a1", "a2", "a3");
        all.forEach(Delivered::succeed);
    }

    @Test
    void gaugesTellWhatAConsumerDoes() throws Exception {
        final RunningApplication application = start(mail());
        publish(application, "a", 1);
        publish(application, "a", 2);
        final Delivered first = inbox.next();
        await(() -> gauge(application, "messages.orders.mail.waiting") == 2);
        assertThat(gauge(application, "messages.orders.mail.in-flight")).isEqualTo(1);
        assertThat(gauge(application, "messages.orders.mail.waiting-size")).isPositive();
        assertThat(gauge(application, "messages.orders.mail.oldest-age")).isNotNegative();
        await(() -> gauge(application, "messages.orders.mail.lag") == 2);
        first.succeed();
        inbox.next().succeed();
        await(() -> gauge(application, "messages.orders.mail.waiting") == 0);
        assertThat(gauge(application, "messages.orders.mail.in-flight")).isZero();
    }

    @Test
    void aMessageIsRetriedBeforeTheNextOneOfItsKey() throws Exception {
        final RunningApplication application = start(mail());
        publish(application, "a", 1);
        publish(application, "a", 2);
        inbox.next().fail();
        final Delivered again = inbox.next();
        assertThat(again.order()).isEqualTo("a1");
        assertThat(again.message().attempt()).isEqualTo(2);
        again.succeed();
        final Delivered next = inbox.next();
        assertThat(next.order()).isEqualTo("a2");
        assertThat(next.message().attempt()).isEqualTo(1);
        next.succeed();
    }

    @Test
    void otherKeysGoOnWhileOneWaitsForItsNextAttempt() throws Exception {
        final RunningApplication application =
                start(mail(), "--messages.orders.retry-pause=1h", "--messages.orders.partitions=1");
        publish(application, "a", 1);
        publish(application, "a", 2);
        inbox.next().fail();
        for (int i = 1; i <= 20; i++) {
            publish(application, "b", i);
            final Delivered other = inbox.next();
            assertThat(other.order()).isEqualTo("b" + i);
            other.succeed();
        }
    }

    @Test
    void eachPauseIsTwiceAsLong() throws Exception {
        final RunningApplication application = start(mail(), "--messages.orders.retry-pause=50ms");
        publish(application, "a", 1);
        Delivered delivered = inbox.next();
        for (final int pause : new int[] {50, 100, 200, 400}) {
            final long failed = System.nanoTime();
            delivered.fail();
            delivered = inbox.next();
            assertThat(Duration.ofNanos(System.nanoTime() - failed)).isGreaterThanOrEqualTo(Duration.ofMillis(pause));
        }
        delivered.succeed();
    }

    @Test
    void afterTheLastAttemptAMessageIsADeadLetterAndItsKeyGoesOn() throws Exception {
        final RunningApplication application = start(mail().withDeadLetters(2));
        publish(application, "a", 1);
        publish(application, "a", 2);
        inbox.next().fail();
        inbox.next().fail();
        final Delivered next = inbox.next();
        assertThat(next.order()).isEqualTo("a2");
        next.succeed();
        final DeadLetter letter = deadLetters(application).get(0);
        assertThat(letter.consumer()).isEqualTo("mail");
        assertThat(letter.key()).isEqualTo("a");
        assertThat(letter.attempts()).isEqualTo(2);
        assertThat(letter.error()).isEqualTo("java.lang.IllegalStateException");
        assertThat(new String(letter.body(), java.nio.charset.StandardCharsets.UTF_8))
                .contains("\"number\":1");
        assertThat(application.get(DeadLetters.class).counts().blockingGet()).isEqualTo(Map.of("orders", 1L));
        await(() -> gauge(application, "messages.orders.dead-letters") == 1);
    }

    @Test
    void theSettingOverridesTheAttemptsOfTheCode() throws Exception {
        final RunningApplication application = start(mail().withDeadLetters(7), "--messages.orders.attempts=1");
        publish(application, "a", 1);
        inbox.next().fail();
        await(() -> !deadLetters(application).isEmpty());
    }

    @Test
    void aReplayedMessageReachesOnlyTheConsumerThatFailed() throws Exception {
        final RunningApplication application =
                start(mail().withDeadLetters(1).consuming(ORDERS, "audit", Audit.class, Audit::record));
        publish(application, "a", 1);
        final Delivered dead = inbox.next();
        dead.fail();
        await(() -> !deadLetters(application).isEmpty());
        final DeadLetters letters = application.get(DeadLetters.class);
        final String id = deadLetters(application).get(0).id();
        letters.replay("orders", id).blockingAwait();
        assertThat(deadLetters(application)).isEmpty();
        final Delivered again = inbox.next();
        assertThat(again.message().id()).isEqualTo(dead.message().id());
        assertThat(again.message().headers()).doesNotContainKey("jzenith-consumer");
        again.succeed();
        publish(application, "a", 2);
        inbox.next().succeed();
        await(() -> audit.seen.contains(2));
        assertThat(audit.seen).containsExactly(1, 2);
        assertThatThrownBy(() -> letters.replay("orders", id).blockingAwait())
                .isInstanceOf(NoSuchElementException.class)
                .hasMessage("The topic 'orders' has no dead letter '" + id + "'.");
    }

    @Test
    void aReplayedMessageThatDiesAgainIsADeadLetterAgain() throws Exception {
        final RunningApplication application = start(mail().withDeadLetters(1));
        publish(application, "a", 1);
        inbox.next().fail();
        await(() -> !deadLetters(application).isEmpty());
        final String id = deadLetters(application).get(0).id();
        application.get(DeadLetters.class).replay("orders", id).blockingAwait();
        inbox.next().fail();
        await(() -> deadLetters(application).size() == 1);
        assertThat(deadLetters(application).get(0).id()).isNotEqualTo(id);
    }

    @Test
    void aRemovedDeadLetterIsGone() throws Exception {
        final RunningApplication application = start(mail().withDeadLetters(1));
        publish(application, "a", 1);
        inbox.next().fail();
        await(() -> !deadLetters(application).isEmpty());
        final String id = deadLetters(application).get(0).id();
        final DeadLetters letters = application.get(DeadLetters.class);
        letters.remove("orders", id).blockingAwait();
        assertThat(deadLetters(application)).isEmpty();
        assertThatThrownBy(() -> letters.remove("orders", id).blockingAwait())
                .isInstanceOf(NoSuchElementException.class);
    }

    static Health health(final RunningApplication application) {
        return application.get(HealthChecks.class).run().blockingGet().stream()
                .filter(result -> result.name().equals("messages"))
                .findFirst()
                .orElseThrow()
                .health();
    }

    @Test
    void byChoiceAMessageStopsItsPartitionUntilItIsHandled() throws Exception {
        final RunningApplication application =
                start(mail().withDeadLetters(2), "--messages.orders.on-failure=stop", "--messages.orders.partitions=1");
        publish(application, "a", 1);
        final Delivered first = inbox.next();
        first.fail();
        inbox.next().fail();
        await(() -> health(application).status() == Health.Status.DOWN);
        assertThat(health(application).reason())
                .isEqualTo("the partition 0 of orders/mail has stopped at the message "
                        + first.message().id() + ": java.lang.IllegalStateException");
        publish(application, "b", 1);
        final Delivered third = inbox.next();
        assertThat(third.order()).isEqualTo("a1");
        assertThat(third.message().attempt()).isEqualTo(3);
        third.succeed();
        final Delivered other = inbox.next();
        assertThat(other.order()).isEqualTo("b1");
        other.succeed();
        assertThat(health(application)).isEqualTo(Health.healthy());
        assertThat(deadLetters(application)).isEmpty();
    }

    @Test
    void waitingMessagesAreBoundedInNumber() throws Exception {
        final RunningApplication application = start(
                mail(),
                "--messages.orders.partitions=1",
                "--messages.orders.concurrency=1",
                "--messages.orders.max-waiting=10");
        for (int i = 0; i < 10; i++) {
            publish(application, "a", i);
        }
        await(() -> gauge(application, "messages.orders.mail.paused-partitions") == 1);
        final int more = 2_000;
        for (int i = 0; i < more; i++) {
            publish(application, "a", 10 + i);
        }
        assertThat(gauge(application, "messages.orders.mail.waiting")).isLessThan(more);
        for (int i = 0; i < more + 10; i++) {
            final Delivered next = inbox.next();
            assertThat(next.order()).isEqualTo("a" + i);
            next.succeed();
        }
        await(() -> gauge(application, "messages.orders.mail.paused-partitions") == 0);
    }

    @Test
    void waitingMessagesAreBoundedInBytes() throws Exception {
        final RunningApplication application =
                start(mail(), "--messages.orders.partitions=1", "--messages.orders.max-waiting-size=1K");
        for (int i = 0; i < 40; i++) {
            publish(application, "a", i);
        }
        await(() -> gauge(application, "messages.orders.mail.paused-partitions") == 1);
        for (int i = 0; i < 40; i++) {
            inbox.next().succeed();
        }
        await(() -> gauge(application, "messages.orders.mail.paused-partitions") == 0);
    }

    @Test
    void theStopWaitsForRunningHandlersAndCommitsWhatTheyHandled() throws Exception {
        final RunningApplication first = start(mail());
        publish(first, "a", 1);
        publish(first, "a", 2);
        final Delivered running = inbox.next();
        final CompletableFuture<Void> stopped = CompletableFuture.runAsync(first::stop);
        await(() -> gauge(first, "messages.orders.mail.waiting") == 0);
        running.succeed();
        stopped.get(60, TimeUnit.SECONDS);
        start(mail());
        final Delivered next = inbox.next();
        assertThat(next.order()).isEqualTo("a2");
        next.succeed();
        assertThat(inbox.waiting()).isZero();
    }

    @Test
    void whatFailsDuringTheStopIsNotCommitted() throws Exception {
        final RunningApplication first = start(mail().withDeadLetters(1));
        publish(first, "a", 1);
        final Delivered running = inbox.next();
        final CompletableFuture<Void> stopped = CompletableFuture.runAsync(first::stop);
        await(() -> gauge(first, "messages.orders.mail.waiting") == 0);
        running.fail();
        stopped.get(60, TimeUnit.SECONDS);
        final RunningApplication second = start(mail());
        final Delivered again = inbox.next();
        assertThat(again.order()).isEqualTo("a1");
        again.succeed();
        assertThat(deadLetters(second)).isEmpty();
    }

    @Test
    void theStopDisposesHandlersAtTheDrainTimeoutWithoutACommit() throws Exception {
        final RunningApplication first = start(mail(), "--jzenith.drain-timeout=50ms");
        publish(first, "a", 1);
        final Delivered running = inbox.next();
        first.stop();
        assertThat(running.result().hasObservers()).isFalse();
        start(mail());
        final Delivered again = inbox.next();
        assertThat(again.order()).isEqualTo("a1");
        again.succeed();
    }

    @Test
    void aHandlerThatTakesTooLongIsDisposedAndFails() throws Exception {
        final RunningApplication application = start(mail(), "--messages.orders.timeout=20ms");
        publish(application, "a", 1);
        final Delivered first = inbox.next();
        final Delivered second = inbox.next();
        assertThat(first.result().hasObservers()).isFalse();
        second.succeed();
        assertThat(second.message().attempt()).isGreaterThan(1);
    }

    @Test
    void aHandlerRunsInTheContextOfItsMessage() throws Exception {
        final RunningApplication application = start(mail());
        application
                .get(Messages.class)
                .publish(ORDERS, new OrderPlaced("a", 1), Map.of("tenant", "north"))
                .blockingAwait();
        final Delivered delivered = inbox.next();
        final Message<OrderPlaced> message = delivered.message();
        assertThat(message.topic()).isEqualTo("orders");
        assertThat(message.key()).isEqualTo("a");
        assertThat(message.headers()).containsEntry("tenant", "north").containsKey("traceparent");
        assertThat(delivered.context().id()).isEqualTo(message.id());
        assertThat(delivered.mdc()).isEqualTo(message.id());
        assertThat(delivered.context().deadline().remaining()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(30));
        assertThat(delivered.term().group()).contains("orders", "mail");
        assertThat(delivered.term().number()).isPositive();
        final WorkEvent.Begun run = runs.stream()
                .filter(each -> each.kind().equals("message"))
                .findFirst()
                .orElseThrow();
        assertThat(run.name()).isEqualTo("orders/mail");
        assertThat(run.operation().headers())
                .containsEntry("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        delivered.succeed();
    }

    @Test
    void observersSeeWhatHappensToAMessage() throws Exception {
        final RunningApplication application = start(mail().withDeadLetters(2));
        publish(application, "a", 1);
        inbox.next().fail();
        inbox.next().succeed();
        await(() -> events.stream().anyMatch(MessageEvent.Handled.class::isInstance));
        publish(application, "b", 1);
        inbox.next().fail();
        inbox.next().fail();
        await(() -> events.stream().anyMatch(MessageEvent.Dead.class::isInstance));
        assertThat(events.stream()
                        .filter(each -> !(each instanceof MessageEvent.Sent))
                        .map(Object::getClass))
                .isEqualTo(List.of(
                        MessageEvent.Received.class,
                        MessageEvent.Failed.class,
                        MessageEvent.Handled.class,
                        MessageEvent.Received.class,
                        MessageEvent.Failed.class,
                        MessageEvent.Failed.class,
                        MessageEvent.Dead.class));
        assertThat(events.stream().filter(MessageEvent.Sent.class::isInstance)).hasSize(2);
        final MessageEvent.Handled handled = events.stream()
                .filter(MessageEvent.Handled.class::isInstance)
                .map(MessageEvent.Handled.class::cast)
                .findFirst()
                .orElseThrow();
        assertThat(handled.attempts()).isEqualTo(2);
    }

    @Test
    void twoInstancesShareTheMessagesAndKeepTheOrderOfKeys() throws Exception {
        final RunningApplication first = start(mail());
        start(mail());
        IntStream.range(0, 200).forEach(i -> publish(first, "customer" + i % 10 + "-", i));
        final List<Integer> numbers = new ArrayList<>();
        final Map<String, Integer> last = new java.util.HashMap<>();
        while (numbers.stream().distinct().count() < 200) {
            final Delivered next = inbox.next();
            numbers.add(next.message().value().number());
            final Integer before = last.put(
                    next.message().value().customer(), next.message().value().number());
            assertThat(before == null || before < next.message().value().number())
                    .isTrue();
            next.succeed();
        }
    }
}
