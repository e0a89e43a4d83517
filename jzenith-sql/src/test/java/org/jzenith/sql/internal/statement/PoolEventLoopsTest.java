package org.jzenith.sql.internal.statement;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.channel.EventLoop;
import io.reactivex.observers.TestObserver;
import io.reactivex.subjects.SingleSubject;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.acme.database.AcmeConfiguration;
import org.acme.database.AcmeServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.internal.connection.DatabaseConnection;
import org.jzenith.sql.internal.value.Conversions;

/** The assignment of a pool's four connections to callers on two event loops. */
final class PoolEventLoopsTest {

    private static final int SIZE = 4;

    private final List<DatabaseConnection> leased = new ArrayList<>();
    private RunningApplication application;
    private DatabaseConnections connections;
    private EventLoopContext here;
    private EventLoopContext there;

    @BeforeEach
    void start() {
        application = AcmeServer.application()
                .withConfiguration("acme.pool.size", SIZE)
                .run();
        final Vertx vertx = application.get(Vertx.class);
        connections = new DatabaseConnections(
                vertx,
                application.get(SqlDriver.class),
                new Conversions(Set.of(), ObjectMapper::new),
                application.get(AcmeConfiguration.class),
                application.get(Observers.class));
        final List<EventLoopContext> loops = EventLoopContext.onEach(vertx);
        here = loops.get(0);
        there = loops.get(1);
    }

    @AfterEach
    void stop() {
        leased.forEach(connections.pool::release);
        assertThat(connections.pool.leased()).isZero();
        assertThat(connections.pool.waitingCallers()).isZero();
        assertThat(connections.close().blockingAwait(20, TimeUnit.SECONDS)).isTrue();
        application.stop();
    }

    /** Asks for a connection on an event loop; returns when it has been asked for. */
    private TestObserver<DatabaseConnection> ask(final EventLoopContext loop) throws InterruptedException {
        final SingleSubject<DatabaseConnection> connection = SingleSubject.create();
        final CountDownLatch asked = new CountDownLatch(1);
        loop.runLater(() -> {
            connections.pool.acquire(false).subscribe(connection);
            asked.countDown();
        });
        assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
        return connection.test();
    }

    private DatabaseConnection take(final TestObserver<DatabaseConnection> asked) {
        assertThat(asked.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        asked.assertNoErrors();
        final DatabaseConnection connection = asked.values().get(0);
        leased.add(connection);
        return connection;
    }

    private void release(final DatabaseConnection connection) {
        leased.remove(connection);
        connections.pool.release(connection);
    }

    /** All connections, asked for on one event loop. */
    private List<DatabaseConnection> takeAll() throws InterruptedException {
        final List<DatabaseConnection> connections = new ArrayList<>();
        for (int i = 0; i < SIZE; i++) {
            connections.add(take(ask(here)));
        }
        return connections;
    }

    private static DatabaseConnection on(final EventLoopContext loop, final List<DatabaseConnection> connections) {
        return connections.stream()
                .filter(connection -> connection.context().eventLoop() == loop.eventLoop())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void connectionsAreSpreadEvenlyOverTheEventLoops() throws InterruptedException {
        final Map<EventLoop, Integer> connections = new HashMap<>();
        takeAll().forEach(connection -> connections.merge(connection.context().eventLoop(), 1, Integer::sum));

        assertThat(connections)
                .containsOnly(Map.entry(here.eventLoop(), SIZE / 2), Map.entry(there.eventLoop(), SIZE / 2));
    }

    @Test
    void aConnectionThatBreaksIsReplacedWhereItWas() throws InterruptedException {
        final List<DatabaseConnection> connections = takeAll();
        final DatabaseConnection broken = on(there, connections);
        final TestObserver<DatabaseConnection> waiter = ask(here);

        broken.commandConnection().sqlConnection().close();
        leased.remove(broken);

        assertThat(take(waiter).context().eventLoop()).isEqualTo(there.eventLoop());
    }

    @Test
    void aConnectionStaysOnItsEventLoopIfSomebodyWaitsThere() throws InterruptedException {
        final List<DatabaseConnection> connections = takeAll();
        final TestObserver<DatabaseConnection> first = ask(there);
        final TestObserver<DatabaseConnection> second = ask(here);

        release(on(here, connections));

        take(second);
        first.assertNotTerminated();
        release(on(there, connections));
        take(first);
    }

    @Test
    void nobodyIsPassedOverForEver() throws InterruptedException {
        DatabaseConnection connection = on(here, takeAll());
        final TestObserver<DatabaseConnection> first = ask(there);
        final List<TestObserver<DatabaseConnection>> others = new ArrayList<>();
        final int mostPassedOver = 4 * SIZE;
        for (int i = 0; i < mostPassedOver + 2; i++) {
            others.add(ask(here));
        }

        for (int i = 0; i < mostPassedOver; i++) {
            release(connection);
            connection = take(others.get(i));
            first.assertNotTerminated();
        }
        release(connection);
        assertThat(take(first)).isSameAs(connection);
        for (final TestObserver<DatabaseConnection> other : others.subList(mostPassedOver, mostPassedOver + 2)) {
            release(connection);
            assertThat(take(other)).isSameAs(connection);
        }
    }
}
