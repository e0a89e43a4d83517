package org.jzenith.messages.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.inject.AbstractModule;
import com.google.inject.Scopes;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.schedulers.Schedulers;
import io.reactivex.subjects.CompletableSubject;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.kafka.embedded.KafkaServer;
import org.jzenith.kafka.plugin.KafkaPlugin;
import org.jzenith.messages.Message;
import org.jzenith.messages.Topic;
import org.jzenith.messages.error.MessageTooLargeException;
import org.jzenith.messages.kafka.KafkaMessagesPlugin;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.messages.redis.RedisMessagesPlugin;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.RedisServer;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlTransaction;
import org.jzenith.test.internal.leak.Polling;

/** The rules of the outbox, for each database and engine that {@code kinds()} of a test returns. */
abstract class OutboxContract {

    private static final Topic<Order> ORDERS = Topic.of("orders", Order.class).keyedBy(Order::customer);
    static final Topic<Order> NOTES = Topic.of("notes", Order.class);

    /** More messages than a transaction collects before it writes them. */
    private static final int MANY = 600;

    private static final Map<Kind, RunningApplication> APPLICATIONS = new EnumMap<>(Kind.class);

    private static final class Redis {

        static final RedisServer SERVER = RedisServer.start();
        static final AtomicInteger DATABASE = new AtomicInteger();
    }

    private static final class Kafka {

        static final KafkaServer SERVER = KafkaServer.start();
    }

    /** A message. */
    record Order(String customer, int number, String text) {

        Order(final String customer, final int number) {
            this(customer, number, "");
        }
    }

    /** A database and the engine of its topics. */
    enum Kind {
        POSTGRESQL(TestDatabase.POSTGRESQL, "postgresql"),
        POSTGRESQL_OVER_MEMORY(TestDatabase.POSTGRESQL, "memory"),
        POSTGRESQL_OVER_REDIS(TestDatabase.POSTGRESQL, "redis") {

            @Override
            JZenith with(final JZenith application) {
                return application
                        .withPlugins(RedisPlugin.create(), RedisMessagesPlugin.create())
                        .withConfiguration("redis.database", Redis.DATABASE.getAndIncrement())
                        .withConfiguration("redis.port", Redis.SERVER.port())
                        .withConfiguration("redis.password", Redis.SERVER.password());
            }
        },
        POSTGRESQL_OVER_KAFKA(TestDatabase.POSTGRESQL, "kafka") {

            @Override
            JZenith with(final JZenith application) {
                return application
                        .withPlugins(KafkaPlugin.create(), KafkaMessagesPlugin.create())
                        .withConfiguration("kafka.bootstrap-servers", Kafka.SERVER.bootstrapServers())
                        .withConfiguration("kafka.client.fetch.max.wait.ms", 50);
            }
        },
        MARIADB_OVER_MEMORY(TestDatabase.MARIADB, "memory");

        final TestDatabase database;
        final String engine;

        Kind(final TestDatabase database, final String engine) {
            this.database = database;
            this.engine = engine;
        }

        /** Adds the plugins of the engine. */
        JZenith with(final JZenith application) {
            return application;
        }

        JZenith application(final String name) {
            return with(database.application(name))
                    .withPlugins(
                            MessagesPlugin.create()
                                    .consumingMessages(ORDERS, "test", Received.class, Received::add)
                                    .consumingMessages(NOTES, "test", Received.class, Received::add),
                            SqlMessagesPlugin.create())
                    .withModules(new AbstractModule() {
                        @Override
                        protected void configure() {
                            bind(Received.class).in(Scopes.SINGLETON);
                        }
                    })
                    .withConfiguration("messages.orders.over", engine)
                    .withConfiguration("messages.notes.over", engine);
        }

        RunningApplication running() {
            return APPLICATIONS.computeIfAbsent(
                    this, kind -> kind.application(database.create()).run());
        }
    }

    /** The messages that the consumers of an application have received. */
    static final class Received {

        private final ConcurrentLinkedQueue<Message<Order>> messages = new ConcurrentLinkedQueue<>();

        @Inject
        Received() {}

        Completable add(final Message<Order> message) {
            return Completable.fromAction(() -> messages.add(message));
        }

        List<Order> orders() {
            return messages.stream().map(Message::value).toList();
        }
    }

    @BeforeEach
    void forget() {
        APPLICATIONS.values().forEach(each -> each.get(Received.class).messages.clear());
    }

    @AfterAll
    static void stop() {
        APPLICATIONS.values().forEach(RunningApplication::close);
        APPLICATIONS.clear();
    }

    static List<Order> await(final int count, final RunningApplication... applications) {
        return Flowable.interval(0, 10, TimeUnit.MILLISECONDS)
                .onBackpressureDrop()
                .map(tick -> {
                    final List<Order> all = new ArrayList<>();
                    for (final RunningApplication each : applications) {
                        all.addAll(each.get(Received.class).orders());
                    }
                    return all;
                })
                .filter(all -> all.size() >= count)
                .firstOrError()
                .timeout(60, TimeUnit.SECONDS)
                .blockingGet();
    }

    static Completable publish(final RunningApplication application, final SqlTransaction tx, final Order order) {
        return application.get(Outbox.class).publish(tx, ORDERS, order);
    }

    static Completable publish(final RunningApplication application, final Order order) {
        return application
                .get(Database.class)
                .transactions()
                .retry(20)
                .withTransactionCompletable(tx -> publish(application, tx, order));
    }

    static long waiting(final RunningApplication application) {
        return application
                .get(Database.class)
                .query("SELECT count(*) FROM jzenith_outbox")
                .as(Long.class)
                .single()
                .blockingGet();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void onlyACommittedTransactionPublishes(final Kind kind) {
        final RunningApplication application = kind.running();
        assertThatThrownBy(() -> application
                        .get(Database.class)
                        .withTransactionCompletable(tx -> publish(application, tx, new Order("a", 1))
                                .andThen(Completable.error(new IllegalStateException("rolled back"))))
                        .blockingAwait())
                .hasMessage("rolled back");
        publish(application, new Order("a", 2)).blockingAwait();
        assertThat(await(1, application)).containsExactly(new Order("a", 2));
        // The relay of some engines deletes a message after it is received.
        Polling.until(() -> waiting(application) == 0);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void messagesArriveAsTheyWerePublished(final Kind kind) {
        final RunningApplication application = kind.running();
        final String large = "ü\n\"".repeat(40_000);
        application
                .get(Database.class)
                .withTransactionCompletable(tx -> application
                        .get(Outbox.class)
                        .publish(
                                tx, ORDERS, new Order("Kö'nig \"1\" %_\\ 🂡\n", 1, large), Map.of("source", "ü\u0000?"))
                        .andThen(application.get(Outbox.class).publish(tx, NOTES, new Order("", 2), Map.of())))
                .blockingAwait();
        await(2, application);
        assertThat(application.get(Received.class).messages)
                .anySatisfy(message -> {
                    assertThat(message.key()).isEqualTo("Kö'nig \"1\" %_\\ 🂡\n");
                    assertThat(message.value().text()).isEqualTo(large);
                    assertThat(message.headers()).containsEntry("source", "ü\u0000?");
                })
                .anySatisfy(message -> {
                    assertThat(message.topic()).isEqualTo("notes");
                    assertThat(message.key()).isNull();
                });
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aNestedTransactionThatIsRolledBackPublishesNothing(final Kind kind) {
        final RunningApplication application = kind.running();
        application
                .get(Database.class)
                .withTransactionCompletable(tx -> publish(application, tx, new Order("a", 1))
                        .andThen(tx.nestedCompletable(inner -> publish(application, inner, new Order("a", 2))
                                        .andThen(Completable.error(new IllegalStateException("rolled back"))))
                                .onErrorComplete(IllegalStateException.class::isInstance))
                        .andThen(tx.nestedCompletable(inner -> publish(application, inner, new Order("a", 3))))
                        .andThen(publish(application, tx, new Order("a", 4))))
                .blockingAwait();
        assertThat(await(3, application)).containsExactly(new Order("a", 1), new Order("a", 3), new Order("a", 4));
        // The relay of some engines deletes a message after it is received.
        Polling.until(() -> waiting(application) == 0);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void messagesOfAKeyKeepTheOrderOfCommits(final Kind kind) {
        final RunningApplication application = kind.running();
        final CompletableSubject firstHasPublished = CompletableSubject.create();
        final CompletableSubject release = CompletableSubject.create();
        final var first = application
                .get(Database.class)
                .withTransactionCompletable(tx -> publish(application, tx, new Order("key", 1))
                        .doOnComplete(firstHasPublished::onComplete)
                        .andThen(release))
                .test();
        firstHasPublished.blockingAwait();
        publish(application, new Order("key", 2)).blockingAwait();
        assertThat(await(1, application)).containsExactly(new Order("key", 2));
        release.onComplete();
        assertThat(first.awaitTerminalEvent(60, TimeUnit.SECONDS)).isTrue();
        first.assertComplete();
        assertThat(await(2, application)).containsExactly(new Order("key", 2), new Order("key", 1));
    }

    /** It writes them before its commit. */
    @ParameterizedTest
    @MethodSource("kinds")
    void othersWithTheSameKeyWaitForATransactionWithManyMessages(final Kind kind) {
        final RunningApplication application = kind.running();
        final CompletableSubject firstHasPublished = CompletableSubject.create();
        final CompletableSubject release = CompletableSubject.create();
        final var first = application
                .get(Database.class)
                .withTransactionCompletable(tx -> Flowable.range(0, MANY)
                        .concatMapCompletable(i -> publish(application, tx, new Order("key", i)))
                        .doOnComplete(firstHasPublished::onComplete)
                        .andThen(release))
                .test();
        firstHasPublished.blockingAwait();
        final var second = publish(application, new Order("key", MANY)).test();
        publish(application, new Order("other-key", -1)).blockingAwait();
        assertThat(await(1, application)).containsExactly(new Order("other-key", -1));
        second.assertNotTerminated();
        release.onComplete();
        assertThat(first.awaitTerminalEvent(60, TimeUnit.SECONDS)).isTrue();
        assertThat(second.awaitTerminalEvent(60, TimeUnit.SECONDS)).isTrue();
        first.assertComplete();
        second.assertComplete();
        assertThat(await(MANY + 2, application).stream().map(Order::number))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(-1, MANY).boxed().toList());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void fortyWritersLoseNothing(final Kind kind) {
        final RunningApplication application = kind.running();
        Flowable.range(0, 40)
                .flatMapCompletable(
                        writer -> Flowable.range(0, 10)
                                .concatMapCompletable(i -> publish(application, new Order("writer-" + writer, i)))
                                .subscribeOn(Schedulers.io()),
                        false,
                        40)
                .blockingAwait();
        final List<Order> received = await(400, application);
        assertThat(received).hasSize(400).doesNotHaveDuplicates();
        for (int writer = 0; writer < 40; writer++) {
            final String key = "writer-" + writer;
            assertThat(received.stream()
                            .filter(order -> order.customer().equals(key))
                            .map(Order::number))
                    .containsExactlyElementsOf(IntStream.range(0, 10).boxed().toList());
        }
        // The relay of some engines deletes a message after it is received.
        Polling.until(() -> waiting(application) == 0);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aMessageThatIsTooLargeFailsItsTransaction(final Kind kind) {
        final RunningApplication application = kind.running();
        assertThatThrownBy(() -> publish(application, new Order("a", 1, "x".repeat(300_000)))
                        .blockingAwait())
                .isInstanceOf(MessageTooLargeException.class);
        assertThat(waiting(application)).isZero();
    }
}
