package org.jzenith.messages.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.test.internal.leak.Polling.until;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.observers.TestObserver;
import io.reactivex.schedulers.Schedulers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.lease.Term;
import org.jzenith.kafka.error.KafkaUnavailableException;
import org.jzenith.kafka.plugin.KafkaPlugin;
import org.jzenith.messages.Followed;
import org.jzenith.messages.Messages;
import org.jzenith.messages.Topic;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.test.internal.fault.UnreliableProxy;
import org.jzenith.test.internal.log.LogLines;

/** An application is cut off from the brokers while it publishes, consumes and follows. */
@Tag("full")
@Timeout(120)
final class KafkaOutageTest {

    private final Topic<Integer> numbers = Topic.of(
                    "numbers-" + UUID.randomUUID().toString().substring(0, 8), Integer.class)
            .keyedBy(number -> "key");
    private final UnreliableProxy proxy = TestBroker.proxy();
    private final Handled handled = new Handled();
    private final Queue<Integer> followed = new ConcurrentLinkedQueue<>();
    private final AtomicInteger published = new AtomicInteger();
    private final AtomicBoolean isDone = new AtomicBoolean();
    private LogLines log;
    private RunningApplication application;

    /** Handles numbers. */
    private static final class Handled {

        private final Queue<Integer> all = new ConcurrentLinkedQueue<>();

        Completable add(final Integer number) {
            return Completable.fromAction(() -> all.add(number));
        }
    }

    @BeforeEach
    void start() {
        application = recipe().run();
        log = LogLines.of("org.jzenith.messages");
    }

    private JZenith recipe() {
        return JZenith.application()
                .withPlugins(
                        MessagesPlugin.create().consuming(numbers, "sum", Handled.class, Handled::add),
                        KafkaPlugin.create(),
                        KafkaMessagesPlugin.create())
                .withModules(binder -> binder.bind(Handled.class).toInstance(handled))
                .withConfiguration("kafka.bootstrap-servers", TestBroker.addressOfProxy())
                .withConfiguration("kafka.request-timeout", "2s")
                .withConfiguration("kafka.client.fetch.max.wait.ms", 50)
                .withConfiguration("kafka.client.reconnect.backoff.max.ms", 100)
                .withConfiguration("messages." + numbers.name() + ".over", "kafka");
    }

    @AfterEach
    void stop() {
        proxy.thaw();
        proxy.letIn();
        log.close();
        application.close();
    }

    private Health health() {
        return application.get(HealthChecks.class).run().blockingGet().stream()
                .filter(check -> check.name().equals("messages"))
                .findFirst()
                .orElseThrow()
                .health();
    }

    private long warnings(final String start) {
        return log.messages().stream().filter(line -> line.startsWith(start)).count();
    }

    @Test
    void consumersAndFollowersSayThatTheyWaitAndMissNothing() {
        final Messages messages = application.get(Messages.class);
        final TestObserver<Void> publishing = Flowable.range(0, Integer.MAX_VALUE)
                .takeWhile(number -> !isDone.get())
                .concatMapCompletable(number -> messages.publish(numbers, number)
                        .retry(KafkaUnavailableException.class::isInstance)
                        .doOnComplete(published::incrementAndGet))
                .subscribeOn(Schedulers.io())
                .test();
        final TestObserver<Void> following = messages.follow(numbers, null)
                .doOnNext(each -> followed.add(
                        each instanceof final Followed.Next<Integer> next
                                ? next.message().value()
                                : -1))
                .ignoreElements()
                .test();
        until(() -> handled.all.size() > 100 && followed.size() > 100);

        proxy.turnAway();
        until(() -> health().status() == Health.Status.DEGRADED
                && warnings("The followers of a topic wait, because its engine cannot be read.") > 0);
        assertThat(health().reason()).contains("the messages of " + numbers.name() + "/sum cannot be read");
        proxy.letIn();
        until(() -> health().status() == Health.Status.UP);
        final int before = published.get();
        until(() -> published.get() > before + 100);
        isDone.set(true);
        assertThat(publishing.awaitTerminalEvent(60, TimeUnit.SECONDS)).isTrue();
        publishing.assertComplete();

        final List<Integer> all = IntStream.range(0, published.get()).boxed().toList();
        until(() -> handled.all.contains(all.size() - 1) && followed.contains(all.size() - 1));
        assertThat(handled.all.stream().distinct().toList()).isEqualTo(all);
        assertThat(followed.stream().distinct().toList()).isEqualTo(all.subList(followed.element(), all.size()));
        assertThat(warnings("The messages of " + numbers.name() + "/sum cannot be read"))
                .isOne();
        following.cancel();
    }

    /** The application consumes, follows, publishes and relays. The limit for one request is longer than the drain. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStopWithoutABrokerTakesNoLongerThanTheDrain(final boolean isFrozen) {
        application.close();
        application = recipe().withConfiguration("kafka.client-id", numbers.name())
                .withConfiguration("kafka.request-timeout", "60s")
                .run();
        final Duration drain = application.get(JZenithConfiguration.class).drainTimeout();
        final Messages messages = application.get(Messages.class);
        final TestObserver<Void> following = messages.follow(numbers, null)
                .doOnNext(each -> followed.add(1))
                .ignoreElements()
                .test();
        while (followed.isEmpty()) {
            messages.publish(numbers, 1).blockingAwait();
        }
        relay("first").blockingAwait();
        until(() -> handled.all.contains(2));

        if (isFrozen) {
            proxy.freeze();
        } else {
            proxy.turnAway();
        }
        final TestObserver<Void> publishing = messages.publish(numbers, 3).test();
        final TestObserver<Void> relaying = relay("second").test();
        final long began = System.nanoTime();
        application.close();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(drain);
        Stream.of(publishing, relaying, following)
                .forEach(each -> assertThat(each.awaitTerminalEvent(60, TimeUnit.SECONDS))
                        .isTrue());
        publishing.assertFailure(KafkaUnavailableException.class);
        until(() -> threads().isEmpty());
    }

    private Completable relay(final String id) {
        return application
                .get(KafkaEngine.class)
                .append(
                        numbers.name(),
                        List.of(new NewMessage(
                                id, 0, "key", Map.of(), "2".getBytes(StandardCharsets.UTF_8), Instant.now())),
                        new Term("outbox", numbers.name(), 1));
    }

    private List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(each -> each.contains(numbers.name()) || each.startsWith("kafka-reader-"))
                .toList();
    }
}
