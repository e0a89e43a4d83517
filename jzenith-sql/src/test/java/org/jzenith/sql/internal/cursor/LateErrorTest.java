package org.jzenith.sql.internal.cursor;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.subscribers.TestSubscriber;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.acme.database.AcmeServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.Database;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.error.QueryTimeoutException;
import org.jzenith.sql.internal.connection.SqlErrors;
import org.jzenith.test.internal.log.LogLines;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A stream whose source fails at the very moment in which it is cancelled: nobody waits for the error, so it is no warning for an
 * operator. The source here fails while it is cancelled, which is what a race of two threads comes to.
 */
final class LateErrorTest {

    private final CountDownLatch subscribed = new CountDownLatch(1);
    private final AtomicInteger failures = new AtomicInteger();
    private LogLines log;
    private RunningApplication application;

    @BeforeEach
    void start() {
        log = LogLines.open();
        application = AcmeServer.application()
                .withOverridingConfiguration("acme.stream-timeout", "200ms")
                .run();
    }

    @AfterEach
    void stop() {
        application.stop();
        log.close();
    }

    /** Emits nothing, and fails when it is cancelled. */
    private <T> Flowable<T> failingSource() {
        return new Flowable<>() {
            @Override
            protected void subscribeActual(final Subscriber<? super T> downstream) {
                downstream.onSubscribe(new Subscription() {
                    @Override
                    public void request(final long count) {}

                    @Override
                    public void cancel() {
                        failures.incrementAndGet();
                        downstream.onError(new IOException("The connection is closed."));
                    }
                });
                subscribed.countDown();
            }
        };
    }

    private void assertNoWarning() {
        assertThat(failures).hasValue(1);
        assertThat(log.warnings()).isEmpty();
    }

    private DemandTimeout.Limit limit() {
        return new DemandTimeout.Limit(
                Duration.ofMillis(200), new SqlErrors(application.get(SqlDriver.class)), this::context);
    }

    private EventLoopContext context() {
        return EventLoopContext.onEach(application.get(Vertx.class)).get(0);
    }

    @Test
    void rowsThatAreCancelledWhileTheirPagesFailAreNoWarning() {
        final TestSubscriber<Integer> reader = RowsOfPages.<Integer>of(
                        failingSource(), (columns, row) -> row.getInteger(0), value -> value, limit())
                .test(1);
        reader.cancel();
        reader.assertNoErrors();
        assertNoWarning();
    }

    @Test
    void rowsThatTimeOutWhileTheirPagesFailHaveTheErrorOfTheTimeOutOnly() {
        final TestSubscriber<Integer> reader = RowsOfPages.<Integer>of(
                        failingSource(), (columns, row) -> row.getInteger(0), value -> value, limit())
                .test(0);
        assertThat(reader.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        reader.assertError(QueryTimeoutException.class);
        assertNoWarning();
    }

    @Test
    void elementsThatAreCancelledWhileTheirSourceFailsAreNoWarning() {
        final TestSubscriber<Integer> reader = new DemandTimeout<Integer>(failingSource(), limit()).test(1);
        reader.cancel();
        reader.assertNoErrors();
        assertNoWarning();
    }

    /** Through the front door. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTransactionThatEndsWhileItsWorkFailsIsNoWarning(final boolean isCancelled) throws InterruptedException {
        final TestSubscriber<Integer> reader = application
                .get(Database.class)
                .withTransactionFlowable(transaction -> Flowable.just(1).concatWith(failingSource()))
                .test(1);
        assertThat(reader.awaitCount(1).valueCount()).isEqualTo(1);
        assertThat(subscribed.await(20, TimeUnit.SECONDS)).isTrue();
        if (isCancelled) {
            reader.cancel();
            reader.assertNoErrors();
        } else {
            assertThat(reader.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
            reader.assertError(QueryTimeoutException.class);
        }
        assertNoWarning();
    }
}
