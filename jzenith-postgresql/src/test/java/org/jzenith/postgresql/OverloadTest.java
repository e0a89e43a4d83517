package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import io.reactivex.observers.TestObserver;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.RequestContext;
import org.jzenith.sql.Database;
import org.jzenith.sql.error.OverloadedException;

/** The refusal of single statements when there are more than the database can answer in time. */
class OverloadTest {

    private static final String DATABASE = TestServer.freshDatabase();
    private static final int CALLERS = 60;
    private static final int STATEMENTS = 100;
    private RunningApplication application = start("50ms");
    private Database database = application.get(Database.class);

    private static RunningApplication start(final String maxQueueTime) {
        return TestServer.application(DATABASE)
                .withConfiguration("jzenith.event-loops", 1)
                .withConfiguration("postgresql.pipelining-limit", 16)
                .withConfiguration("postgresql.max-queue-time", maxQueueTime)
                .run();
    }

    @AfterEach
    void stop() {
        Leaks.assertPoolIsFull(application);
        application.stop();
    }

    /** Returns the outcomes of callers that all arrive in one turn of the event loop, each in its own request. */
    private List<TestObserver<Integer>> together(final Single<Integer> work) {
        final List<TestObserver<Integer>> callers = new ArrayList<>();
        application.get(Vertx.class).getOrCreateContext().runOnContext(onLoop -> {
            for (int i = 0; i < CALLERS; i++) {
                RequestContext.create("request " + i).run(() -> callers.add(work.test()));
            }
        });
        Leaks.await("all have come", () -> callers.size() == CALLERS);
        callers.forEach(caller ->
                assertThat(caller.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue());
        return callers;
    }

    private void assertEachAsAWhole(final String table, final List<TestObserver<Integer>> callers) {
        final long answered =
                callers.stream().filter(caller -> caller.errorCount() == 0).count();
        assertThat(answered).isBetween(1L, CALLERS - 1L);
        callers.stream()
                .filter(caller -> caller.errorCount() > 0)
                .forEach(refused -> refused.assertError(OverloadedException.class));
        assertThat(TestServer.count(DATABASE, "SELECT count(*) FROM " + table)).isEqualTo(answered * STATEMENTS);
    }

    @Test
    void theStatementsOfOneCallAreAdmittedAsAWholeOrNotAtAll() {
        database.query("CREATE TABLE of_call (id int)").execute().blockingAwait();
        final List<List<Integer>> values =
                IntStream.range(0, STATEMENTS).mapToObj(List::of).toList();
        assertEachAsAWhole(
                "of_call",
                together(database.query("INSERT INTO of_call VALUES ($1) RETURNING id")
                        .singles(values)
                        .map(List::size)));
    }

    @Test
    void theStatementsOfOneRequestAreAdmittedAsAWholeOrNotAtAll() {
        database.query("CREATE TABLE of_request (id int)").execute().blockingAwait();
        final List<Single<Integer>> statements = IntStream.range(0, STATEMENTS)
                .mapToObj(i ->
                        database.query("INSERT INTO of_request VALUES ($1)", i).rowCount())
                .toList();
        assertEachAsAWhole(
                "of_request",
                together(Single.zip(
                        statements,
                        counts -> Arrays.stream(counts)
                                .mapToInt(count -> (int) count)
                                .sum())));
    }

    /** The number of refusals while clients ask again and again, each time with a new request, and something happens once. */
    private int refusals(final Consumer<Integer> atAnswer) {
        final AtomicInteger answers = new AtomicInteger();
        final AtomicInteger refusals = new AtomicInteger();
        final CountDownLatch ended = new CountDownLatch(CALLERS);
        application.get(Vertx.class).getOrCreateContext().runOnContext(onLoop -> {
            for (int i = 0; i < CALLERS; i++) {
                ask(STATEMENTS, atAnswer, answers, refusals, ended);
            }
        });
        assertThat(await(ended)).isTrue();
        return refusals.get();
    }

    private void ask(
            final int times,
            final Consumer<Integer> atAnswer,
            final AtomicInteger answers,
            final AtomicInteger refusals,
            final CountDownLatch ended) {
        if (times == 0) {
            ended.countDown();
            return;
        }
        RequestContext.create("request")
                .run(() -> database.query("SELECT 1")
                        .rowCount()
                        .doOnSuccess(answer -> atAnswer.accept(answers.incrementAndGet()))
                        .doOnError(refused -> refusals.incrementAndGet())
                        .onErrorReturnItem(0)
                        .doOnSuccess(answer -> ask(times - 1, atAnswer, answers, refusals, ended))
                        .subscribe(TestObserver.create()));
    }

    private static boolean await(final CountDownLatch ended) {
        try {
            return ended.await(20, TimeUnit.SECONDS);
        } catch (final InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** A busy machine does not reach the time in the queue, and the pause is twice as long. */
    @Test
    void nobodyIsRefusedAfterAPauseOfTheProcess() {
        application.stop();
        application = start("1s");
        database = application.get(Database.class);
        assertThat(refusals(answer -> {
                    if (answer == 1_000) {
                        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
                        while (System.nanoTime() - end < 0) {
                            Thread.onSpinWait();
                        }
                    }
                }))
                .isZero();
    }

    @Test
    void afterTheOverloadEverybodyIsAdmittedAgain() {
        together(database.query("SELECT 1")
                .singles(IntStream.range(0, STATEMENTS).mapToObj(i -> List.of()).toList())
                .map(List::size));
        final TestObserver<Integer> later = database.query("SELECT 1")
                .map(row -> row.getInteger(0))
                .single()
                .test();
        assertThat(later.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        later.assertResult(1);
    }
}
