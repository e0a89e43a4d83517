package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import io.reactivex.observers.TestObserver;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.RequestContext;
import org.jzenith.sql.Database;

/** As many callers as a load generator has connections, with the default limits: nobody is refused. */
final class OrdinaryLoadTest {

    private static final int CALLERS = 64;
    private static final int STATEMENTS = 20;
    private static final long PHASE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final RunningApplication application = TestServer.application(TestServer.freshDatabase())
            .withConfiguration("jzenith.event-loops", 1)
            .run();
    private final Database database = application.get(Database.class);
    private final AtomicInteger answers = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicLong longestNanos = new AtomicLong();
    private final CountDownLatch ended = new CountDownLatch(CALLERS);

    @AfterEach
    void stop() {
        Leaks.assertPoolIsFull(application);
        application.stop();
    }

    /** Each answer leads to the next request, in the first phase with one statement, in the second with many. A refused caller leaves. */
    private void ask(final long begin, final Single<?> one, final Single<?> many) {
        final long asked = System.nanoTime();
        final long elapsed = asked - begin;
        if (elapsed > 2 * PHASE_NANOS) {
            ended.countDown();
            return;
        }
        RequestContext.create("request")
                .run(() -> (elapsed < PHASE_NANOS ? one : many)
                        .<Object>map(answer -> answer)
                        .doOnError(refused -> {
                            failures.incrementAndGet();
                            ended.countDown();
                        })
                        .doOnSuccess(answer -> {
                            answers.incrementAndGet();
                            longestNanos.accumulateAndGet(System.nanoTime() - asked, Math::max);
                            ask(begin, one, many);
                        })
                        .subscribe(TestObserver.create()));
    }

    @Test
    void nobodyIsRefusedWhenRequestsWithOneStatementAreFollowedByRequestsWithMany() throws Exception {
        final Single<?> one = database.query("SELECT 1").rowCount();
        final List<List<Object>> values =
                IntStream.range(0, STATEMENTS).mapToObj(i -> List.<Object>of(i)).toList();
        final Single<?> many = database.query("SELECT $1::int").singles(values);
        final long begin = System.nanoTime();
        application.get(Vertx.class).getOrCreateContext().runOnContext(onLoop -> {
            for (int i = 0; i < CALLERS; i++) {
                ask(begin, one, many);
            }
        });
        assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(answers).hasValueGreaterThan(CALLERS);
        // On a slow machine, callers may really wait for postgresql.max-queue-time.
        if (longestNanos.get() < TimeUnit.MILLISECONDS.toNanos(300)) {
            assertThat(failures).hasValue(0);
        }
    }
}
