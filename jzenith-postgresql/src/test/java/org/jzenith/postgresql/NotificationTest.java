package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.disposables.CompositeDisposable;
import io.reactivex.subscribers.TestSubscriber;
import io.vertx.core.Vertx;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.Database;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.notification.SqlNotification;
import org.jzenith.sql.notification.SqlNotification.Missed;
import org.jzenith.sql.notification.SqlNotification.Received;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** Notifications of other sessions, on one connection for all subscribers. */
class NotificationTest {

    private static final String DATABASE = TestServer.freshDatabase();
    private static final int MOST_WAITING = 4_096;
    private static final String LISTENING =
            "datname = '" + DATABASE + "' AND (query LIKE 'LISTEN%' OR query LIKE 'UNLISTEN%')";

    private static RunningApplication application;
    private static Database database;

    @BeforeAll
    static void start() {
        application = TestServer.application(DATABASE)
                .withConfiguration("postgresql.connect-retry-interval", "100ms")
                .run();
        database = application.get(Database.class);
    }

    @AfterAll
    static void stop() {
        application.stop();
    }

    @AfterEach
    void nobodyListens() {
        Leaks.assertPoolIsFull(application);
        awaitListening(0);
    }

    private static void awaitListening(final int sessions) {
        Leaks.await(sessions + " sessions listen", () -> TestServer.sessions(LISTENING) == sessions);
    }

    /** Returns a subscriber when its channel is being listened to. */
    private TestSubscriber<SqlNotification> listener(final String channel) {
        final TestSubscriber<SqlNotification> listener =
                database.notifications(channel).test();
        await(listener, new Missed(channel));
        return listener;
    }

    private void send(final String channel, final String payload) {
        database.query("SELECT pg_notify($1, $2)", channel, payload).execute().blockingAwait();
    }

    private static void await(final TestSubscriber<SqlNotification> listener, final SqlNotification... expected) {
        listener.awaitCount(expected.length);
        assertThat(listener.values()).containsExactly(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders", "Orders", "a \"quoted\" 'name'; UNLISTEN *", "größe", "$1"})
    void aNotificationArrivesOnTheChannelWhoseNameIsKept(final String channel) {
        final TestSubscriber<SqlNotification> listener = listener(channel);
        send(channel, "first");
        send(channel.toUpperCase(Locale.ROOT) + "!", "of another channel");
        send(channel, "");
        await(listener, new Missed(channel), new Received(channel, "first"), new Received(channel, ""));
        listener.cancel();
    }

    @Test
    void notificationsArriveOnTheEventLoopAndInTheRequestOfTheSubscriber() {
        final Queue<String> seen = new ConcurrentLinkedQueue<>();
        final CompositeDisposable subscriptions = new CompositeDisposable();
        EventLoopContext.onEach(application.get(Vertx.class))
                .forEach(context -> context.runLater(() -> {
                    final Thread loop = Thread.currentThread();
                    RequestContext.create("of " + loop.getName())
                            .run(() -> subscriptions.add(database.notifications("orders")
                                    .subscribe(each -> seen.add(
                                            Thread.currentThread() == loop
                                                    ? RequestContext.current().description() + " on " + loop.getName()
                                                    : "on another thread"))));
                }));
        Leaks.await("both listen", () -> seen.size() == 2);
        send("orders", "1");
        Leaks.await("both have it", () -> seen.size() == 4);
        assertThat(seen.stream().distinct())
                .hasSize(2)
                .allSatisfy(each -> assertThat(each).matches(".*(vert.x-eventloop-thread-\\d).* on \\1"));
        subscriptions.dispose();
    }

    @Test
    void allSubscribersShareOneSessionWhichEndsWithTheLastOfThem() {
        final TestSubscriber<SqlNotification> first = listener("a");
        final TestSubscriber<SqlNotification> second = listener("a");
        final TestSubscriber<SqlNotification> other = listener("b");
        awaitListening(1);
        first.cancel();
        send("a", "1");
        await(second, new Missed("a"), new Received("a", "1"));
        second.cancel();
        Leaks.await(
                "nobody listens to the first channel",
                () -> TestServer.sessions(LISTENING + " AND query = 'UNLISTEN \"a\"'") == 1);
        send("a", "2");
        send("b", "3");
        await(other, new Missed("b"), new Received("b", "3"));
        assertThat(first.values()).containsExactly(new Missed("a"));
        other.cancel();
        awaitListening(0);
        final TestSubscriber<SqlNotification> again = listener("a");
        awaitListening(1);
        again.cancel();
    }

    @Test
    void aSubscriberThatLeavesAtOnceLeavesNoSession() {
        database.notifications("a").test().cancel();
        database.notifications("a").test(0, true).assertNotTerminated();
        final TestSubscriber<SqlNotification> other = listener("b");
        other.cancel();
        awaitListening(0);
    }

    @Test
    void afterTheEndOfTheSessionEachSubscriberLearnsThatItMayHaveMissedSome() {
        final TestSubscriber<SqlNotification> a = listener("a");
        final TestSubscriber<SqlNotification> b = listener("b");
        TestServer.count(DATABASE, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE " + LISTENING);
        a.awaitCount(2);
        b.awaitCount(2);
        send("a", "1");
        send("b", "2");
        await(a, new Missed("a"), new Missed("a"), new Received("a", "1"));
        await(b, new Missed("b"), new Missed("b"), new Received("b", "2"));
        a.cancel();
        b.cancel();
    }

    @Test
    void aServerThatIsGoneWithoutAWordIsNoticed() {
        try (UnreliableProxy proxy = new UnreliableProxy(TestServer.port());
                RunningApplication other = TestServer.application(DATABASE)
                        .withConfiguration("postgresql.port", proxy.port())
                        .withConfiguration("postgresql.connect-timeout", "2s")
                        .withConfiguration("postgresql.connect-retry-interval", "100ms")
                        .withConfiguration("postgresql.query-timeout", "300ms")
                        .run()) {
            final TestSubscriber<SqlNotification> listener =
                    other.get(Database.class).notifications("a").test();
            await(listener, new Missed("a"));
            proxy.freeze();
            final long sessions = proxy.connections();
            Leaks.await("it tries to connect again", () -> proxy.connections() > sessions + 2);
            proxy.thaw();
            await(listener, new Missed("a"), new Missed("a"));
            listener.cancel();
        }
    }

    @Test
    void aSlowSubscriberLosesTheOldestNotificationsAndLearnsOfIt() {
        final TestSubscriber<SqlNotification> slow = new TestSubscriber<>(1);
        database.notifications("a").subscribe(slow);
        await(slow, new Missed("a"));
        final TestSubscriber<SqlNotification> afterwards = listener("afterwards");
        final int sent = MOST_WAITING + 44;
        database.query("SELECT pg_notify('a', n::text) FROM generate_series(1, $1) n", sent)
                .execute()
                .blockingAwait();
        send("afterwards", "");
        await(afterwards, new Missed("afterwards"), new Received("afterwards", ""));
        slow.request(sent);
        slow.awaitCount(MOST_WAITING + 2);
        assertThat(slow.values().subList(1, slow.valueCount()))
                .containsExactlyElementsOf(Stream.concat(
                                Stream.<SqlNotification>of(new Missed("a")),
                                IntStream.rangeClosed(sent - MOST_WAITING + 1, sent)
                                        .mapToObj(n -> new Received("a", String.valueOf(n))))
                        .toList());
        send("a", "later");
        slow.awaitCount(MOST_WAITING + 3);
        assertThat(slow.values().get(MOST_WAITING + 2)).isEqualTo(new Received("a", "later"));
        slow.cancel();
        afterwards.cancel();
    }

    @Test
    void theStreamsEndWithTheApplication() {
        final RunningApplication other = TestServer.application(DATABASE).run();
        final Database database = other.get(Database.class);
        final TestSubscriber<SqlNotification> listener =
                database.notifications("a").test();
        await(listener, new Missed("a"));
        final TestSubscriber<SqlNotification> slow = database.notifications("a").test(0);
        other.stop();
        assertThat(listener.awaitTerminalEvent()).isTrue();
        listener.assertComplete();
        slow.cancel();
        final TestSubscriber<SqlNotification> late = database.notifications("a").test();
        late.awaitTerminalEvent();
        late.assertNoValues().assertComplete();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"'' | is empty", "a\0b | cannot store", "\uD800 | cannot store"})
    void aChannelThatCannotExistIsRefused(final String channel, final String reason) {
        database.notifications(channel)
                .test()
                .assertError(error -> error instanceof InvalidValueException
                        && error.getMessage().contains(reason));
    }

    @Test
    void theLongestNameOfAChannelHas63Bytes() {
        final String longest = "ä".repeat(31) + "a";
        final TestSubscriber<SqlNotification> listener = listener(longest);
        send(longest, "1");
        await(listener, new Missed(longest), new Received(longest, "1"));
        listener.cancel();
        database.notifications("ä".repeat(32))
                .test()
                .assertError(error -> error instanceof InvalidValueException
                        && error.getMessage().contains("64 bytes"));
    }

    @ParameterizedTest
    @CsvSource({"a, 8000", "'', 1"})
    void aNotificationThatTheServerRefusesIsATypedError(final String channel, final int length) {
        database.query("SELECT pg_notify($1, $2)", channel, "x".repeat(length))
                .execute()
                .test()
                .awaitDone(20, TimeUnit.SECONDS)
                .assertError(error -> error instanceof InvalidValueException
                        && !error.getMessage().contains("xx"));
    }
}
