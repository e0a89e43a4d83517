package org.jzenith.redis.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.test.internal.leak.Polling.until;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.google.inject.AbstractModule;
import com.google.inject.Singleton;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.disposables.Disposable;
import io.reactivex.subjects.CompletableSubject;
import io.reactivex.subscribers.TestSubscriber;
import io.vertx.core.Context;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.observe.Operation;
import org.jzenith.core.observe.OutboundHeaders;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.RedisReply;
import org.jzenith.redis.embedded.RedisServer;
import org.jzenith.redis.error.CommandRefusedException;
import org.jzenith.redis.error.InvalidCommandException;
import org.jzenith.redis.error.UnexpectedReplyException;

/** Consumers of a group on a server that answers; {@link StreamFaultTest} has the faults. */
@Tag("full")
@Timeout(120)
final class StreamGroupTest {

    private static RedisServer server;

    private final List<RunningApplication> applications = new ArrayList<>();
    private RedisClient redis;

    public record Order(String article, int pieces) {}

    @BeforeAll
    static void startServer() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void start() {
        redis = run(application()).get(RedisClient.class);
        redis.command("FLUSHDB").ignoreElement().blockingAwait();
    }

    @AfterEach
    void stop() {
        applications.forEach(RunningApplication::close);
    }

    private static JZenith application() {
        return JZenith.application()
                .withPlugins(RedisPlugin.create())
                .withConfiguration("redis.port", server.port())
                .withConfiguration("redis.password", server.password())
                .withConfiguration("redis.command-timeout", "2s")
                .withConfiguration("redis.max-value-size", "1M");
    }

    private RunningApplication run(final JZenith application) {
        final RunningApplication running = application.run();
        applications.add(running);
        return running;
    }

    private static StreamGroup mail(final RedisClient client) {
        return client.stream("orders")
                .group("mail")
                .withTimeout(Duration.ofSeconds(10))
                .withRetryPause(Duration.ofMillis(5))
                .withTakeoverAfter(Duration.ofSeconds(20));
    }

    private long pending() {
        return redis.command("XPENDING", "orders", "mail")
                .blockingGet()
                .list()
                .get(0)
                .number();
    }

    private List<RedisReply> consumers() {
        return redis.command("XINFO", "CONSUMERS", "orders", "mail")
                .map(RedisReply::list)
                .onErrorReturnItem(List.of())
                .blockingGet();
    }

    private List<Map<String, String>> dead() {
        final List<Map<String, String>> entries = new ArrayList<>();
        for (final RedisReply entry :
                redis.command("XRANGE", "orders:dead", "-", "+").blockingGet().list()) {
            final List<RedisReply> fields = entry.list().get(1).list();
            final Map<String, String> read = new java.util.HashMap<>();
            for (int i = 0; i < fields.size(); i += 2) {
                read.put(fields.get(i).text(), fields.get(i + 1).text());
            }
            entries.add(read);
        }
        return entries;
    }

    private void add(final int number) {
        Flowable.range(0, number)
                .concatMapSingle(i -> redis.stream("orders").add(new Order("tea", i)))
                .blockingSubscribe();
    }

    @Test
    void entriesAreHandledInTheirOrderAndAcknowledged() {
        add(50);
        final Queue<Integer> handled = new ConcurrentLinkedQueue<>();
        final AtomicInteger atWork = new AtomicInteger();
        mail(redis).handle(Order.class, entry -> {
            assertThat(atWork.incrementAndGet()).isEqualTo(1);
            return Completable.fromAction(() -> {
                handled.add(entry.value().pieces());
                atWork.decrementAndGet();
            });
        });
        until(() -> handled.size() == 50);
        until(() -> pending() == 0);
        assertThat(handled)
                .containsExactlyElementsOf(IntStream.range(0, 50).boxed().toList());
        add(1);
        until(() -> handled.size() == 51);
    }

    @Test
    void readsAsManyEntriesAsAreRequested() {
        add(5);
        final TestSubscriber<StreamEntry<Order>> entries =
                mail(redis).entries(Order.class).test(0);
        entries.request(2);
        entries.awaitCount(2);
        assertThat(pending()).isEqualTo(2);
        entries.values().get(0).ack().blockingAwait();
        assertThat(pending()).isEqualTo(1);
        entries.request(3);
        entries.awaitCount(5);
        assertThat(entries.values()).extracting(each -> each.value().pieces()).containsExactly(0, 1, 2, 3, 4);
        assertThat(entries.values())
                .allSatisfy(each -> assertThat(each.attempt()).isEqualTo(1));
        assertThat(entries.values().get(0))
                .hasToString("StreamEntry[" + entries.values().get(0).id() + ", attempt 1]");
        entries.cancel();
    }

    @Test
    void anEntryThatFailsIsDeliveredAgainAndThenPutAside() {
        final Queue<Long> attempts = new ConcurrentLinkedQueue<>();
        mail(redis).withAttempts(3).handle(Order.class, entry -> {
            attempts.add(entry.attempt());
            if (entry.attempt() == 1) {
                throw new IllegalStateException("at once");
            }
            return entry.attempt() == 2 ? null : Completable.error(new java.io.IOException("later"));
        });
        final String id = redis.stream("orders")
                .add(new Order("tea", 1), Map.of("source", "shop"))
                .blockingGet();
        until(() -> !dead().isEmpty());
        assertThat(attempts).containsExactly(1L, 2L, 3L);
        assertThat(dead())
                .containsExactly(Map.of(
                        "value", "{\"article\":\"tea\",\"pieces\":1}",
                        "source", "shop",
                        "jzenith-id", id,
                        "jzenith-group", "mail",
                        "jzenith-attempts", "3",
                        "jzenith-error", "java.io.IOException"));
        assertThat(pending()).isZero();
        until(() -> applications.get(0).get(Gauges.class).all().stream()
                .anyMatch(gauge -> gauge.name().equals("redis.entries-aside") && gauge.used() == 1));
    }

    /** Has a deserializer that throws an exception of its own. */
    @JsonDeserialize(using = Fussy.Reader.class)
    record Fussy(String text) {

        static final class Reader extends JsonDeserializer<Fussy> {

            @Override
            public Fussy deserialize(final JsonParser parser, final DeserializationContext context) throws IOException {
                if (parser.getText().equals("poison")) {
                    throw new IllegalArgumentException("poison");
                }
                return new Fussy(parser.getText());
            }
        }
    }

    @Test
    void anEntryWhoseDeserializerThrowsIsPutAsideAndTheOthersAreHandled() {
        for (final String text : List.of("\"a\"", "\"poison\"", "\"b\"")) {
            redis.stream("orders").add(text).ignoreElement().blockingAwait();
        }
        final Queue<String> handled = new ConcurrentLinkedQueue<>();
        mail(redis).withConcurrency(3).handle(Fussy.class, entry -> {
            handled.add(entry.value().text());
            return Completable.complete();
        });
        until(() -> handled.size() == 2 && !dead().isEmpty());
        assertThat(handled).containsExactlyInAnyOrder("a", "b");
        assertThat(dead().get(0)).containsEntry("jzenith-error", UnexpectedReplyException.class.getName());
    }

    @Test
    void aRetryDoesNotWaitForTheNextRegularLook() {
        final long look = Duration.ofSeconds(4).toNanos();
        final Map<String, Long> failed = new ConcurrentHashMap<>();
        final Queue<Long> waits = new ConcurrentLinkedQueue<>();
        mail(redis).withConcurrency(20).withRetryPause(Duration.ofMillis(1)).handle(Integer.class, entry -> {
            if (entry.attempt() == 1) {
                return Completable.timer(entry.value(), TimeUnit.MICROSECONDS)
                        .doOnComplete(() -> failed.put(entry.id(), System.nanoTime()))
                        .andThen(Completable.error(new IOException()));
            }
            waits.add(System.nanoTime() - failed.get(entry.id()));
            return Completable.complete();
        });
        for (int round = 1; round <= 20; round++) {
            final int first = round * 200;
            Flowable.range(0, 6)
                    .flatMapSingle(i -> redis.stream("orders").add(first + 300 * i))
                    .blockingSubscribe();
            final int all = 6 * round;
            until(() -> waits.size() == all);
        }
        assertThat(waits).allSatisfy(wait -> assertThat(wait).isLessThan(look));
    }

    @Test
    void aLaterAttemptMaySucceed() {
        final Queue<String> handled = new ConcurrentLinkedQueue<>();
        mail(redis).handle(String.class, entry -> {
            if (entry.attempt() < 3 && entry.value().equals("a")) {
                return Completable.error(new IllegalStateException());
            }
            handled.add(entry.value() + entry.attempt());
            return Completable.complete();
        });
        redis.stream("orders").add("a").ignoreElement().blockingAwait();
        redis.stream("orders").add("b").ignoreElement().blockingAwait();
        until(() -> handled.size() == 2);
        assertThat(handled).containsExactlyInAnyOrder("b1", "a3");
        until(() -> pending() == 0);
        assertThat(redis.exists("orders:dead").blockingGet()).isFalse();
    }

    @Test
    void aHandlerBeyondItsTimeLimitIsDisposedAndCountsAsFailed() {
        final AtomicInteger disposed = new AtomicInteger();
        mail(redis)
                .withTimeout(Duration.ofMillis(50))
                .withAttempts(2)
                .withDeadStream("late")
                .handle(String.class, entry -> Completable.never().doOnDispose(disposed::incrementAndGet));
        redis.stream("orders").add("a").ignoreElement().blockingAwait();
        until(() -> redis.exists("late").blockingGet());
        assertThat(disposed).hasValue(2);
        assertThat(redis.command("XRANGE", "late", "-", "+")
                        .blockingGet()
                        .list()
                        .toString())
                .hasSizeGreaterThan(0);
    }

    @Test
    void aSubscriberThatDoesNotAcknowledgeGetsTheEntryAgainUntilItIsPutAside() {
        final TestSubscriber<StreamEntry<String>> entries = mail(redis)
                .withTakeoverAfter(Duration.ofMillis(30))
                .withAttempts(2)
                .entries(String.class)
                .test();
        redis.stream("orders").add("a").ignoreElement().blockingAwait();
        entries.awaitCount(2);
        assertThat(entries.values()).extracting(StreamEntry::attempt).containsExactly(1L, 2L);
        until(() -> !dead().isEmpty());
        assertThat(dead().get(0)).containsEntry("jzenith-error", "not acknowledged");
        entries.cancel();
    }

    @Test
    void anEntryThatCannotBePutAsideStaysInTheGroup() {
        redis.set("orders:dead", "no stream").blockingAwait();
        final AtomicInteger attempts = new AtomicInteger();
        mail(redis)
                .withTimeout(Duration.ofMillis(50))
                .withTakeoverAfter(Duration.ofMillis(60))
                .withAttempts(1)
                .handle(String.class, entry -> {
                    attempts.incrementAndGet();
                    return Completable.error(new IllegalStateException());
                });
        redis.stream("orders").add("a").ignoreElement().blockingAwait();
        redis.stream("orders").add("b").ignoreElement().blockingAwait();
        until(() -> attempts.get() == 2);
        assertThat(pending()).isEqualTo(2);
        redis.delete("orders:dead").ignoreElement().blockingAwait();
        until(() -> pending() == 0);
        assertThat(dead()).extracting(each -> each.get("value")).containsExactly("a", "b");
        assertThat(attempts).hasValue(2);
    }

    @Test
    void aPluginWithANameHasStreamsAsWell() {
        final RunningApplication named = run(JZenith.application()
                .withPlugins(RedisPlugin.named("queue"))
                .withConfiguration("redis.queue.port", server.port())
                .withConfiguration("redis.queue.password", server.password())
                .withConfiguration("redis.queue.command-timeout", "2s"));
        final Queue<String> handled = new ConcurrentLinkedQueue<>();
        mail(named.get(RedisClient.class, "queue")).handle(String.class, entry -> {
            handled.add(entry.value());
            return Completable.complete();
        });
        redis.stream("orders").add("a").ignoreElement().blockingAwait();
        until(() -> !handled.isEmpty());
    }

    @Test
    void twoApplicationsShareTheEntries() {
        final RedisClient other = run(application()).get(RedisClient.class);
        final Queue<String> first = new ConcurrentLinkedQueue<>();
        final Queue<String> second = new ConcurrentLinkedQueue<>();
        handleInto(redis, first);
        handleInto(other, second);
        final List<String> ids = new ArrayList<>();
        while (first.isEmpty() || second.isEmpty() || ids.size() < 400) {
            ids.addAll(Flowable.range(0, 100)
                    .flatMapSingle(i -> redis.stream("orders").add(i))
                    .toList()
                    .blockingGet());
        }
        until(() -> first.size() + second.size() >= ids.size() && pending() == 0);
        final Collection<String> all = new ArrayList<>(first);
        all.addAll(second);
        assertThat(all).containsExactlyInAnyOrderElementsOf(ids);
    }

    private static void handleInto(final RedisClient client, final Queue<String> ids) {
        mail(client).withConcurrency(8).handle(Integer.class, entry -> {
            ids.add(entry.id());
            return Completable.complete();
        });
    }

    @Test
    void theStopLetsHandlersCompleteAndLeavesTheRestToOthers() {
        final CompletableSubject work = CompletableSubject.create();
        final Queue<String> begun = new ConcurrentLinkedQueue<>();
        final RunningApplication leaving = run(application());
        mail(leaving.get(RedisClient.class)).handle(String.class, entry -> {
            begun.add(entry.value());
            return work;
        });
        redis.stream("orders").add("a").ignoreElement().blockingAwait();
        until(() -> begun.size() == 1);
        final Disposable stopping = Completable.fromAction(leaving::close)
                .subscribeOn(io.reactivex.schedulers.Schedulers.io())
                .subscribe();
        redis.stream("orders").add("b").ignoreElement().blockingAwait();
        final Queue<String> other = new ConcurrentLinkedQueue<>();
        mail(redis).handle(String.class, entry -> {
            other.add(entry.value() + entry.attempt());
            return Completable.complete();
        });
        until(() -> !other.isEmpty());
        until(() -> pending() == 1);
        work.onComplete();
        until(stopping::isDisposed);
        assertThat(pending()).isZero();
        assertThat(begun).containsExactly("a");
        assertThat(other).containsExactly("b1");
        until(() -> consumers().size() == 1);
    }

    @Test
    void aHandlerThatIsNotReadyInTimeIsDisposedAndItsEntryReleased() {
        final RunningApplication leaving = run(application().withConfiguration("jzenith.drain-timeout", "50ms"));
        final CompletableSubject begun = CompletableSubject.create();
        mail(leaving.get(RedisClient.class))
                .handle(String.class, entry -> Completable.never().doOnSubscribe(work -> begun.onComplete()));
        redis.stream("orders").add("a").ignoreElement().blockingAwait();
        begun.blockingAwait();
        leaving.close();
        final StreamEntry<String> entry =
                mail(redis).entries(String.class).firstOrError().blockingGet();
        assertThat(entry.attempt()).isEqualTo(1);
    }

    @Test
    void aSubscriberCompletesWhenTheApplicationStops() {
        final RunningApplication leaving = run(application());
        final TestSubscriber<StreamEntry<String>> entries =
                mail(leaving.get(RedisClient.class)).entries(String.class).test();
        redis.stream("orders").add("a").ignoreElement().blockingAwait();
        entries.awaitCount(1);
        leaving.close();
        entries.awaitTerminalEvent();
        entries.assertComplete();
        mail(leaving.get(RedisClient.class)).entries(String.class).test().awaitTerminalEvent();
        assertThatThrownBy(() -> mail(leaving.get(RedisClient.class)).handle(String.class, any -> Completable.never()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("The application is stopping");
    }

    @Test
    void entriesThatWereReadWhileTheSubscriberLeftAreReleased() {
        final TestSubscriber<StreamEntry<String>> entries =
                mail(redis).entries(String.class).test();
        until(() -> redis.exists("orders").blockingGet());
        entries.cancel();
        redis.stream("orders").add("a").ignoreElement().blockingAwait();
        final StreamEntry<String> entry =
                mail(redis).entries(String.class).firstOrError().blockingGet();
        assertThat(entry.attempt()).isEqualTo(1);
    }

    @Test
    void aSlowHandlerHoldsReading() {
        add(1_000);
        final CompletableSubject work = CompletableSubject.create();
        final AtomicInteger begun = new AtomicInteger();
        mail(redis).withConcurrency(3).handle(Order.class, entry -> {
            begun.incrementAndGet();
            return work;
        });
        until(() -> begun.get() == 3);
        assertThat(pending()).isEqualTo(3);
        work.onComplete();
        until(() -> begun.get() == 1_000 && pending() == 0);
    }

    @Test
    void theBytesOfEntriesAtWorkAreLimited() {
        final String large = "x".repeat(900_000);
        Flowable.range(0, 40)
                .concatMapSingle(i -> redis.stream("orders").add(large))
                .blockingSubscribe();
        final CompletableSubject work = CompletableSubject.create();
        final AtomicInteger begun = new AtomicInteger();
        mail(redis).withConcurrency(40).handle(String.class, entry -> {
            begun.incrementAndGet();
            return work;
        });
        until(() -> begun.get() >= 5);
        redis.command("PING").ignoreElement().blockingAwait();
        assertThat(pending()).isBetween(5L, 8L);
        work.onComplete();
        until(() -> begun.get() == 40 && pending() == 0);
    }

    @Test
    void entriesThatCannotBeReadArePutAsideAtOnce() {
        Flowable.range(0, 300)
                .flatMapSingle(i -> switch (i % 3) {
                    case 0 -> redis.stream("orders").add("no JSON");
                    case 1 -> redis.command("XADD", "orders", "*", "other", "field");
                    default -> redis.stream("orders").add("null");
                })
                .blockingSubscribe();
        final Object[] many = new Object[8_002];
        java.util.Arrays.fill(many, "x");
        many[0] = "orders";
        many[1] = "*";
        redis.command("XADD", many).ignoreElement().blockingAwait();
        add(1);
        final Queue<Order> handled = new ConcurrentLinkedQueue<>();
        mail(redis).withConcurrency(7).handle(Order.class, entry -> {
            handled.add(entry.value());
            return Completable.complete();
        });
        until(() -> !handled.isEmpty());
        until(() -> pending() == 0);
        assertThat(dead())
                .hasSize(301)
                .allSatisfy(each -> assertThat(each)
                        .containsEntry("jzenith-error", UnexpectedReplyException.class.getName())
                        .containsEntry("jzenith-attempts", "1"));
    }

    @Test
    void aHandlerHasItsOwnContextOnAnEventLoop() {
        final Queue<String> seen = new ConcurrentLinkedQueue<>();
        mail(redis).handle(String.class, entry -> {
            seen.add(RequestContext.current().id() + " " + Context.isOnEventLoopThread());
            return Completable.complete();
        });
        final String id = redis.stream("orders").add("a").blockingGet();
        until(() -> !seen.isEmpty());
        assertThat(seen).containsExactly(id + " true");
    }

    /** A part of the application that handles entries from its constructor on. */
    @Singleton
    static final class Mails {

        private final Queue<StreamEntry<String>> handled = new ConcurrentLinkedQueue<>();

        @Inject
        Mails(final RedisClient client) {
            mail(client).handle(String.class, entry -> {
                handled.add(entry);
                return Completable.complete();
            });
        }
    }

    @Test
    void aSingletonHandlesWhenTheApplicationIsReadyAndTheTraceGoesWithTheEntry() {
        final RunningApplication application = run(application().withModules(new AbstractModule() {
            @Override
            protected void configure() {
                bind(Mails.class);
                OutboundHeaders.binder(binder()).addBinding().toInstance(new OutboundHeaders() {
                    @Override
                    public void addTo(final Operation call, final BiConsumer<String, String> headers) {}

                    @Override
                    public void addTo(final BiConsumer<String, String> headers) {
                        headers.accept("traceparent", "00-1-2-01");
                    }
                });
            }
        }));
        application.get(RedisClient.class).stream("orders")
                .add("a")
                .ignoreElement()
                .blockingAwait();
        final Queue<StreamEntry<String>> handled = application.get(Mails.class).handled;
        until(() -> !handled.isEmpty());
        assertThat(handled.peek().headers()).containsExactly(Map.entry("traceparent", "00-1-2-01"));
    }

    @Test
    void aStreamHasALimitIfWanted() {
        final RedisStream limited = redis.stream("orders").withMaxLength(100);
        Flowable.range(0, 1_000).concatMapSingle(limited::add).blockingSubscribe();
        assertThat(redis.command("XLEN", "orders").blockingGet().number()).isBetween(100L, 300L);
    }

    @Test
    void mistakesAreRefused() {
        mail(redis).handle(String.class, entry -> Completable.complete());
        assertThatThrownBy(() -> mail(redis).handle(String.class, entry -> Completable.complete()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("already handles the group 'mail' of the stream 'orders'");
        assertThatThrownBy(() -> redis.stream("x")
                        .group("y")
                        .withTimeout(Duration.ofMinutes(1))
                        .handle(String.class, entry -> Completable.complete()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not shorter than");
        assertThatThrownBy(() -> redis.stream("x").group("y").withDeadStream("x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is the stream itself");
        assertThatThrownBy(() -> redis.stream("x").withMaxLength(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> redis.stream("x").group("y").withRetryPause(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () -> redis.stream("x").add("a", Map.of("value", "b")).blockingGet())
                .isInstanceOf(InvalidCommandException.class);
        redis.set("text", "a").blockingAwait();
        assertThatThrownBy(() ->
                        redis.stream("text").group("mail").entries(String.class).blockingFirst())
                .isInstanceOfSatisfying(
                        CommandRefusedException.class,
                        refused -> assertThat(refused.code()).isEqualTo("WRONGTYPE"));
    }
}
