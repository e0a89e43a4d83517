package org.jzenith.postgresql.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import io.reactivex.observers.TestObserver;
import io.reactivex.subjects.SingleSubject;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.Application;
import org.jzenith.postgresql.TestServer;
import org.jzenith.postgresql.configuration.DatabaseAddress;
import org.jzenith.postgresql.configuration.PostgresqlConfiguration;

/** Which line of a pool of four goes to whom, on two event loops. */
final class PoolPlacesTest {

    private static final int SIZE = 4;

    private final List<Line> lent = new ArrayList<>();
    private Application application;
    private Wires wires;
    private ContextInternal here;
    private ContextInternal there;

    @BeforeEach
    void start() {
        application = TestServer.application(TestServer.freshDatabase())
                .withConfiguration("postgresql.pool.size", SIZE)
                .run();
        final VertxInternal vertx = (VertxInternal) application.get(Vertx.class);
        wires = new Wires(
                vertx, application.get(DatabaseAddress.class), application.get(PostgresqlConfiguration.class));
        here = vertx.createEventLoopContext();
        do {
            there = vertx.createEventLoopContext();
        } while (there.nettyEventLoop() == here.nettyEventLoop());
    }

    @AfterEach
    void stop() {
        lent.forEach(wires::giveBack);
        assertThat(wires.pool()).containsExactly(SIZE, SIZE, 0);
        assertThat(wires.close().blockingAwait(20, TimeUnit.SECONDS)).isTrue();
        application.stop();
    }

    /** Asks for a line on an event loop; returns when it has been asked for. */
    private TestObserver<Line> ask(final ContextInternal loop) throws InterruptedException {
        final SingleSubject<Line> line = SingleSubject.create();
        final CountDownLatch asked = new CountDownLatch(1);
        loop.runOnContext(now -> {
            wires.acquire().subscribe(line);
            asked.countDown();
        });
        assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
        return line.test();
    }

    private Line take(final TestObserver<Line> asked) {
        assertThat(asked.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        asked.assertNoErrors();
        final Line line = asked.values().get(0);
        lent.add(line);
        return line;
    }

    private void giveBack(final Line line) {
        lent.remove(line);
        wires.giveBack(line);
    }

    /** All lines, asked for on one event loop. */
    private List<Line> takeAll() throws InterruptedException {
        final List<Line> lines = new ArrayList<>();
        for (int i = 0; i < SIZE; i++) {
            lines.add(take(ask(here)));
        }
        return lines;
    }

    private static Line on(final ContextInternal loop, final List<Line> lines) {
        return lines.stream()
                .filter(line -> line.context().nettyEventLoop() == loop.nettyEventLoop())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void linesAreSpreadEvenlyOverTheEventLoops() throws InterruptedException {
        final Map<EventLoop, Integer> lines = new HashMap<>();
        takeAll().forEach(line -> lines.merge(line.context().nettyEventLoop(), 1, Integer::sum));

        assertThat(lines)
                .containsOnly(Map.entry(here.nettyEventLoop(), SIZE / 2), Map.entry(there.nettyEventLoop(), SIZE / 2));
    }

    @Test
    void aLineThatBreaksIsReplacedWhereItWas() throws InterruptedException {
        final List<Line> lines = takeAll();
        final Line broken = on(there, lines);
        final TestObserver<Line> waiter = ask(here);

        broken.cut("the test wants it");
        lent.remove(broken);

        assertThat(take(waiter).context().nettyEventLoop()).isEqualTo(there.nettyEventLoop());
    }

    @Test
    void aLineStaysOnItsEventLoopIfSomebodyWaitsThere() throws InterruptedException {
        final List<Line> lines = takeAll();
        final TestObserver<Line> first = ask(there);
        final TestObserver<Line> second = ask(here);

        giveBack(on(here, lines));

        take(second);
        first.assertNotTerminated();
        giveBack(on(there, lines));
        take(first);
    }

    @Test
    void nobodyIsPassedOverForEver() throws InterruptedException {
        Line line = on(here, takeAll());
        final TestObserver<Line> first = ask(there);
        final List<TestObserver<Line>> others = new ArrayList<>();
        final int patience = 4 * SIZE;
        for (int i = 0; i < patience + 2; i++) {
            others.add(ask(here));
        }

        for (int i = 0; i < patience; i++) {
            giveBack(line);
            line = take(others.get(i));
            first.assertNotTerminated();
        }
        giveBack(line);
        assertThat(take(first)).isSameAs(line);
        for (final TestObserver<Line> other : others.subList(patience, patience + 2)) {
            giveBack(line);
            assertThat(take(other)).isSameAs(line);
        }
    }
}
