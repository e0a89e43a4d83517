package org.jzenith.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Key;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.lease.Lease;
import org.jzenith.core.lease.LeaseStore;
import org.jzenith.core.lease.Term;
import org.jzenith.core.observe.OperatorTable;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.core.work.Work;
import org.jzenith.core.work.WorkRunner;

/** Jobs on one instance, with leases of a store in memory. The module jzenith-mysql tests several instances with databases. */
final class OneInstanceTest {

    private static final Duration DAY = Duration.ofDays(1);

    /** A due time far from the time of this machine. */
    private static final Instant DUE = Instant.parse("2040-03-01T00:00:00Z");

    private final Leases leases = new Leases();
    private final List<Term> terms = new CopyOnWriteArrayList<>();

    /** A store of one instance, which grants all claims. Its clock is read at startup, one second before the due time. */
    private static final class Leases implements LeaseStore {

        private final Map<String, Lease> all = new ConcurrentHashMap<>();
        private final List<Claim> claims = new CopyOnWriteArrayList<>();

        private record Claim(String job, Instant due) {}

        @Override
        public String name() {
            return "memory";
        }

        @Override
        public Maybe<Lease> claim(
                final String group, final String slot, final String owner, final Duration length, final long occasion) {
            return Maybe.fromCallable(() -> {
                claims.add(new Claim(slot, Instant.ofEpochMilli(occasion)));
                return all.compute(
                        slot,
                        (job, last) ->
                                new Lease(group, job, owner, last == null ? 1 : last.term() + 1, true, Long.MIN_VALUE));
            });
        }

        @Override
        public Single<List<Lease>> renew(final String owner, final Duration length, final Collection<String> groups) {
            return Single.fromCallable(() -> List.copyOf(all.values()));
        }

        @Override
        public Completable release(final Lease lease, final long occasion) {
            return Completable.complete();
        }

        @Override
        public Single<Instant> now() {
            return Single.just(DUE.minusSeconds(1));
        }
    }

    private RunningApplication run(final Job... jobs) {
        return JZenith.application()
                .withPlugins(Jobs.of(jobs))
                .withConfiguration("jzenith.shared-state-name", "shop")
                .withModules(binder -> LeaseStore.binder(binder).addBinding().toInstance(leases))
                .run();
    }

    private Completable noteTerm() {
        return Completable.fromAction(() -> terms.add(Term.current().orElseThrow()));
    }

    @Test
    void jobsAreDueByTheClockOfTheStore() {
        try (RunningApplication running = run(
                Jobs.every(DAY, "daily", this::noteTerm)
                        .withJitter(Duration.ZERO)
                        .onOneInstance(),
                Jobs.cron("0 0 * * *", ZoneOffset.UTC, "midnight", this::noteTerm)
                        .withJitter(Duration.ZERO)
                        .onOneInstance())) {
            JobsTest.until(() -> terms.size() >= 2);
            assertThat(running.get(JobRunner.class).names()).containsExactly("daily", "midnight");
        }
        assertThat(leases.claims)
                .containsExactlyInAnyOrder(new Leases.Claim("daily", DUE), new Leases.Claim("midnight", DUE));
    }

    /** A consumer's message has a term, too. */
    @Test
    void aJobThatAConsumerRunsHasItsOwnTerm() {
        final Term ofMessage = new Term("messages/orders/mail", "0", 7);
        try (RunningApplication running = run(report())) {
            runInContext(
                    running,
                    Completable.fromAction(() -> ofMessage.setIn(Objects.requireNonNull(RequestContext.current())))
                            .andThen(running.get(JobRunner.class).run("report"))
                            .andThen(noteTerm()));
        }
        assertThat(terms).containsExactly(new Term("job/shop", "report", 1), ofMessage);
    }

    @Test
    void aJobThatAnOperatorStartsHasItsOwnTerm() {
        try (RunningApplication running = run(report())) {
            final OperatorTable table = running.injector()
                    .getInstance(new Key<Set<OperatorTable>>() {})
                    .iterator()
                    .next();
            runInContext(running, table.run("start", "report"));
            JobsTest.until(() -> !terms.isEmpty());
        }
        assertThat(terms).containsExactly(new Term("job/shop", "report", 1));
    }

    /** Runs something in a context, as a consumer and the operators' page do. */
    private static void runInContext(final RunningApplication running, final Completable what) {
        final EventLoopContext loop =
                EventLoopContext.onEach(running.get(Vertx.class)).get(0);
        WorkRunner.of(running.injector(), loop, 1)
                .run(Work.of("test", "caller"), what)
                .blockingAwait();
    }

    private Job report() {
        return Jobs.every(Duration.ofDays(10_000), "report", this::noteTerm).onOneInstance();
    }
}
