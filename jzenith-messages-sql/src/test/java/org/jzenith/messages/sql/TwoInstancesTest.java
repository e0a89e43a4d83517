package org.jzenith.messages.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.AbstractModule;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.subscribers.TestSubscriber;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.lease.Term;
import org.jzenith.messages.Message;
import org.jzenith.messages.Topic;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.messages.sql.internal.outbox.Relay;
import org.jzenith.sql.Database;
import org.jzenith.sql.notification.SqlNotification;

/** Two instances of an application on one PostgreSQL database. */
@Execution(ExecutionMode.CONCURRENT)
final class TwoInstancesTest {

    private static final Topic<String> NAMES = Topic.of("names", String.class).keyedBy(name -> "all");
    private static final Topic<String> ROWS = Topic.of("rows", String.class).keyedBy(name -> "all");

    private final String database = TestDatabase.POSTGRESQL.create();
    private final ConcurrentLinkedQueue<String> received = new ConcurrentLinkedQueue<>();
    private RunningApplication first;
    private RunningApplication second;

    /** The consumer. */
    static final class Names {

        private final ConcurrentLinkedQueue<String> received;

        Names(final ConcurrentLinkedQueue<String> received) {
            this.received = received;
        }

        Completable add(final Message<String> message) {
            return Completable.fromAction(() -> received.add(message.value()));
        }
    }

    /** A consumer that writes in the term of its partition. */
    static final class Rows {

        private final Database database;
        private final Names names;

        @Inject
        Rows(final Database database, final Names names) {
            this.database = database;
            this.names = names;
        }

        Completable insert(final Message<String> message) {
            final Term term = Term.current().orElseThrow();
            return database.withTransactionCompletable(tx -> tx.requireTerm(term)
                            .andThen(tx.query("INSERT INTO written VALUES ($1)", message.value())
                                    .execute()))
                    .andThen(names.add(message));
        }
    }

    @BeforeEach
    void start() {
        first = run();
        second = run();
    }

    private RunningApplication run() {
        return TestDatabase.POSTGRESQL
                .application(database)
                .withPlugins(
                        MessagesPlugin.create()
                                .consumingMessages(NAMES, "test", Names.class, Names::add)
                                .consumingMessages(ROWS, "test", Rows.class, Rows::insert),
                        SqlMessagesPlugin.create())
                .withModules(new AbstractModule() {
                    @Override
                    protected void configure() {
                        bind(Names.class).toInstance(new Names(received));
                        bind(Rows.class);
                    }
                })
                .run();
    }

    @AfterEach
    void stop() {
        first.close();
        second.close();
    }

    private static void publish(final RunningApplication application, final String name) {
        publish(application, NAMES, name);
    }

    private static void publish(final RunningApplication application, final Topic<String> topic, final String name) {
        application
                .get(Database.class)
                .withTransactionCompletable(tx -> application.get(Outbox.class).publish(tx, topic, name))
                .blockingAwait();
    }

    private void await(final List<String> expected) {
        Flowable.interval(0, 10, TimeUnit.MILLISECONDS)
                .onBackpressureDrop()
                .filter(tick -> received.size() >= expected.size())
                .firstOrError()
                .timeout(60, TimeUnit.SECONDS)
                .ignoreElement()
                .blockingAwait();
        assertThat(received.stream().distinct()).containsExactlyElementsOf(expected);
    }

    private static List<String> names(final int from, final int to) {
        return IntStream.range(from, to).mapToObj(i -> "name-" + i).toList();
    }

    @Test
    void messagesOfBothAreInTheOrderOfCommits() {
        names(0, 20).forEach(name -> publish(name.length() % 2 == 0 ? first : second, name));
        await(names(0, 20));
    }

    @Test
    void theOtherInstanceGoesOnWhereOneHasStopped() {
        names(0, 10).forEach(name -> publish(first, name));
        first.close();
        names(10, 20).forEach(name -> publish(second, name));
        await(names(0, 20));
        first = run();
        second.close();
        names(20, 30).forEach(name -> publish(first, name));
        await(names(0, 30));
    }

    @Test
    void aConsumerWritesInItsTerm() {
        final Database database = first.get(Database.class);
        database.query("CREATE TABLE written (name text)").execute().blockingAwait();
        publish(first, ROWS, "name-0");
        await(names(0, 1));
        assertThat(database.query("SELECT DISTINCT name FROM written")
                        .as(String.class)
                        .list()
                        .blockingGet())
                .containsExactly("name-0");
    }

    @Test
    void messagesArriveAlsoWhenTheBellIsLost() {
        publish(first, "name-0");
        await(names(0, 1));
        first.get(Database.class)
                .query(
                        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database()"
                                + " AND query LIKE 'LISTEN%'")
                .execute()
                .blockingAwait();
        names(1, 10).forEach(name -> publish(first, name));
        names(10, 20).forEach(name -> publish(second, name));
        await(names(0, 20));
    }

    /** Requests and handlers that are in progress may publish until the application has stopped. */
    @Test
    void anInstanceWhoseRelayHasStoppedRingsTheOther() {
        publish(first, "name-0");
        await(names(0, 1));
        first.get(Relay.class).stop().blockingAwait();
        second.get(Relay.class).stop().blockingAwait();
        final TestSubscriber<SqlNotification> rings =
                second.get(Database.class).notifications("jzenith_outbox").test();
        rings.awaitCount(1, () -> {}, 60_000); // listens from now on
        publish(first, "name-1");
        rings.awaitCount(2, () -> {}, 60_000);
        assertThat(rings.values())
                .containsExactly(
                        new SqlNotification.Missed("jzenith_outbox"),
                        new SqlNotification.Received("jzenith_outbox", "names"));
        rings.cancel();
    }

    @Test
    void anOutboxWithoutANotificationIsFound() {
        first.get(Database.class)
                .query("INSERT INTO jzenith_outbox (topic, partition_number, message_id, message_key, headers, body,"
                        + " published_at) VALUES ('names', 0, 'id', 'all', '{}', '\"name-0\"', now())")
                .execute()
                .blockingAwait();
        await(Stream.of("name-0").toList());
    }
}
