package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.test.internal.leak.Polling.until;

import com.google.inject.AbstractModule;
import io.reactivex.Completable;
import io.reactivex.subjects.CompletableSubject;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.lease.Term;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.jobs.Job;
import org.jzenith.jobs.JobRunner;
import org.jzenith.jobs.Jobs;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** Tests of jobs that run on one of several instances, with leases in a database. */
abstract class JobsContract {

    /** Its multiples since 1970 are so far apart that a test sees one due time. */
    private static final Duration LONG = Duration.ofDays(10_000);

    private final List<AutoCloseable> started = new ArrayList<>();
    private final Product product;

    JobsContract(final Product product) {
        this.product = product;
    }

    @AfterEach
    void stop() throws Exception {
        for (int i = started.size() - 1; i >= 0; i--) {
            started.get(i).close();
        }
    }

    /** The work of one instance, which a test ends. */
    static final class Reports {

        final List<Term> terms = new CopyOnWriteArrayList<>();
        final List<Long> lastDone = new CopyOnWriteArrayList<>();
        final CompletableSubject mayEnd = CompletableSubject.create();
        private final Database database;

        @Inject
        Reports(final Database database) {
            this.database = database;
        }

        Completable write(final Term term) {
            return Completable.defer(() -> {
                terms.add(term);
                return mayEnd;
            });
        }

        /** Notes which due time was done before. */
        Completable count() {
            return database.query("SELECT occasion FROM jzenith_lease WHERE slot = 'count'")
                    .as(Long.class)
                    .single()
                    .doOnSuccess(lastDone::add)
                    .ignoreElement();
        }

        Completable current() {
            return Completable.fromAction(() -> terms.add(Term.current().orElseThrow()));
        }

        Completable insert(final Term term, final int id) {
            return database.withTransactionCompletable(tx -> tx.requireTerm(term)
                    .andThen(tx.query("INSERT INTO written VALUES (" + id + ")").execute()));
        }
    }

    /** One instance of an application. */
    private final class Instance {

        final List<WorkEvent> events = new CopyOnWriteArrayList<>();
        final RunningApplication application;
        final Reports reports;

        Instance(final JZenith recipe) {
            application = recipe.withModules(new AbstractModule() {
                        @Override
                        protected void configure() {
                            bind(Reports.class).asEagerSingleton();
                            Observers.binder(binder())
                                    .addBinding()
                                    .toInstance(EventObserver.ofKind("job", WorkEvent.class, events::add));
                        }
                    })
                    .withConfiguration("jzenith.event-loops", 2)
                    .withConfiguration("jzenith.shared-state-name", "shop")
                    .run();
            started.add(application);
            reports = application.get(Reports.class);
        }

        Completable run(final String job) {
            return application.get(JobRunner.class).run(job);
        }

        List<String> rejections() {
            return events.stream()
                    .filter(WorkEvent.Rejected.class::isInstance)
                    .map(event -> ((WorkEvent.Rejected) event).reason())
                    .toList();
        }

        List<WorkEvent.Ended> ends() {
            return events.stream()
                    .filter(WorkEvent.Ended.class::isInstance)
                    .map(WorkEvent.Ended.class::cast)
                    .toList();
        }
    }

    /** Each report is due once, as soon as an instance starts. */
    private static Job report() {
        return Jobs.every(LONG, "report", Reports.class, Reports::write)
                .withInitialDelay(Duration.ZERO)
                .onOneInstance();
    }

    private static Job[] onDemand() {
        return new Job[] {
            Jobs.every(LONG, "report", Reports.class, Reports::write).onOneInstance(),
            Jobs.every(LONG, "current", Reports.class, Reports::current).onOneInstance(),
            Jobs.every(LONG, "blocking", Reports.class, Reports::current)
                    .withBlockingWork()
                    .onOneInstance()
        };
    }

    @Test
    void aJobRunsOnceForEachDueTime() {
        final String database = product.freshDatabase();
        final Job job = Jobs.every(Duration.ofMillis(250), "count", Reports.class, Reports::count)
                .withJitter(Duration.ZERO)
                .onOneInstance();
        final Instance one = new Instance(product.on(database).withPlugins(Jobs.of(job)));
        final Instance other = new Instance(product.on(database).withPlugins(Jobs.of(job)));
        until(() -> one.reports.lastDone.size() + other.reports.lastDone.size() >= 8);
        one.application.stop();
        other.application.stop();
        final List<Long> all = new ArrayList<>(one.reports.lastDone);
        all.addAll(other.reports.lastDone);
        assertThat(all).doesNotHaveDuplicates().allMatch(due -> due == Long.MIN_VALUE || due % 250 == 0);
    }

    @Test
    void aRunIsRefusedWhileAnotherInstanceRunsTheJob() {
        final String database = product.freshDatabase();
        final Instance one = new Instance(product.on(database).withPlugins(Jobs.of(onDemand())));
        final Instance other = new Instance(product.on(database).withPlugins(Jobs.of(onDemand())));
        final CompletableSubject ended = CompletableSubject.create();
        one.run("report").subscribe(ended);
        until(() -> !one.reports.terms.isEmpty());
        final String reason = "Another instance runs the job 'report', which runs on only one instance at a time.";
        assertThatThrownBy(() -> other.run("report").blockingAwait())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(reason);
        assertThat(other.rejections()).containsExactly(reason);
        assertThat(other.ends()).isEmpty();
        one.reports.mayEnd.onComplete();
        ended.blockingAwait();
        other.reports.mayEnd.onComplete();
        other.run("report").blockingAwait();
        assertThat(one.reports.terms).containsExactly(new Term("job/shop", "report", 1));
        assertThat(other.reports.terms).containsExactly(new Term("job/shop", "report", 2));
    }

    @Test
    void aRunThatOutlastsItsLeaseKeepsIt() {
        final String database = product.freshDatabase();
        final Instance one = new Instance(product.on(database).withPlugins(Jobs.of(onDemand())));
        final Instance other = new Instance(product.on(database).withPlugins(Jobs.of(onDemand())));
        final CompletableSubject ended = CompletableSubject.create();
        one.run("report").subscribe(ended);
        until(() -> !one.reports.terms.isEmpty());
        final Database leases = other.application.get(Database.class);
        leases.query("CREATE TABLE first_end AS SELECT expires_at FROM jzenith_lease WHERE slot = 'report'")
                .execute()
                .blockingAwait();
        until(() -> leases.query(product.either(
                                "SELECT count(*) FROM first_end WHERE expires_at < clock_timestamp()",
                                "SELECT count(*) FROM first_end WHERE expires_at < SYSDATE(6)"))
                        .as(Long.class)
                        .single()
                        .blockingGet()
                == 1);
        assertThatThrownBy(() -> other.run("report").blockingAwait()).isInstanceOf(IllegalStateException.class);
        assertThat(other.reports.terms).isEmpty();
        one.reports.mayEnd.onComplete();
        ended.blockingAwait();
        assertThat(one.reports.terms).containsExactly(new Term("job/shop", "report", 1));
        assertThat(one.ends()).extracting(WorkEvent.Ended::status).containsExactly(WorkEvent.Status.COMPLETED);
    }

    @Test
    void theWorkGetsItsTermFromItsContext() {
        final Instance one = new Instance(product.create().withPlugins(Jobs.of(onDemand())));
        one.run("current").blockingAwait();
        one.run("blocking").blockingAwait();
        one.run("current").blockingAwait();
        assertThat(one.reports.terms)
                .containsExactly(
                        new Term("job/shop", "current", 1),
                        new Term("job/shop", "blocking", 1),
                        new Term("job/shop", "current", 2));
        assertThat(Term.current()).isEmpty();
    }

    @Test
    void aDueTimeThatIsDoneIsNotRepeated() {
        final String database = product.freshDatabase();
        final Instance one = new Instance(product.on(database).withPlugins(Jobs.of(report())));
        one.reports.mayEnd.onError(new IllegalStateException("no paper"));
        until(() -> !one.ends().isEmpty());
        assertThat(one.ends().get(0).status()).isEqualTo(WorkEvent.Status.FAILED);
        final Instance other = new Instance(product.on(database).withPlugins(Jobs.of(report())));
        until(() -> !other.rejections().isEmpty());
        assertThat(other.rejections())
                .containsExactly("Another instance has already done this run of the job 'report'.");
        other.reports.mayEnd.onComplete();
        other.run("report").blockingAwait();
        assertThat(other.reports.terms).hasSize(1);
    }

    @Test
    void anotherInstanceTakesOverWhenTheRunningOneIsCutOff() {
        final String database = product.freshDatabase();
        try (UnreliableProxy proxy = new UnreliableProxy(product.port())) {
            final Instance one = new Instance(product.on(database)
                    .withOverridingConfiguration(product.key("port"), proxy.port())
                    .withConfiguration(product.key("query-timeout"), "2s")
                    .withPlugins(Jobs.of(report())));
            one.application
                    .get(Database.class)
                    .query("CREATE TABLE written (id int PRIMARY KEY)")
                    .execute()
                    .blockingAwait();
            until(() -> !one.reports.terms.isEmpty());
            final Instance other = new Instance(product.on(database).withPlugins(Jobs.of(report())));
            until(() -> !other.rejections().isEmpty());
            assertThat(other.reports.terms).isEmpty();

            proxy.freeze();
            until(() -> !other.reports.terms.isEmpty());
            until(() -> !one.ends().isEmpty());
            assertThat(one.ends().get(0).error()).isInstanceOf(TermEndedException.class);
            final Term old = one.reports.terms.get(0);
            assertThat(other.reports.terms.get(0).number()).isEqualTo(old.number() + 1);

            proxy.thaw();
            assertThatThrownBy(() -> one.reports
                            .insert(old, 1)
                            .retry(error -> !(error instanceof TermEndedException))
                            .blockingAwait())
                    .isInstanceOf(TermEndedException.class);
            other.reports.insert(other.reports.terms.get(0), 2).blockingAwait();
            other.reports.mayEnd.onComplete();
            until(() -> !other.ends().isEmpty());
            assertThat(other.ends().get(0).status()).isEqualTo(WorkEvent.Status.COMPLETED);
            one.application.stop();
        }
    }

    @Test
    void anotherInstanceTakesOverWhenTheRunningOneStops() {
        final String database = product.freshDatabase();
        final Instance one = new Instance(product.on(database)
                .withConfiguration("jzenith.drain-timeout", "1ms")
                .withPlugins(Jobs.of(report())));
        until(() -> !one.reports.terms.isEmpty());
        final Instance other = new Instance(product.on(database).withPlugins(Jobs.of(report())));
        until(() -> !other.rejections().isEmpty());
        one.application.stop();
        assertThat(one.ends().get(0).status()).isEqualTo(WorkEvent.Status.DISPOSED);
        assertThat(other.application
                        .get(Database.class)
                        .query("SELECT count(*) FROM jzenith_lease WHERE expires_at < '1970-01-02' OR term > 1")
                        .as(Long.class)
                        .single()
                        .blockingGet())
                .isEqualTo(1);
        until(() -> !other.reports.terms.isEmpty());
        other.reports.mayEnd.onComplete();
    }

    @Test
    void whatOneInstanceNeedsIsReportedAtStartup() {
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(Jobs.of(onDemand()))
                        .withModules(binder -> binder.bind(Reports.class))
                        .run())
                .hasMessageContaining(
                        "The job 'current' runs on one instance, but the application has no database to choose the instance.")
                .hasMessageContaining("Add MysqlPlugin.create() to withPlugins(..)")
                .hasMessageContaining("or add PostgresqlPlugin.create() to withPlugins(..)")
                .hasMessageContaining("A database that named(..) adds is not enough.");
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(
                                PostgresqlPlugin.create(),
                                Jobs.of(
                                        report().withOverlap(),
                                        Jobs.every(LONG, "other", Reports.class, Reports::write)))
                        .run())
                .hasMessageContaining("The job 'report' has both withOverlap() and onOneInstance().")
                .hasMessageContaining("The work of the job 'other' takes a Term, but the job runs on every instance.");
    }
}
