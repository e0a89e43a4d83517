package org.jzenith.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import io.reactivex.Completable;
import io.reactivex.Observable;
import io.vertx.core.Context;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.jzenith.core.ApplicationState;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.RequestScoped;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.core.observe.WorkEvent.Status;
import org.jzenith.core.plugin.ListenerOpener;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.slf4j.MDC;

/** Jobs of a running application. */
final class JobsTest {

    private static final Duration SHORT = Duration.ofMillis(20);
    private static final Duration LONG = Duration.ofHours(1);
    private static final ZoneId UTC = ZoneId.of("UTC");

    private final List<WorkEvent> events = new CopyOnWriteArrayList<>();

    private final class Recorder implements EventObserver<WorkEvent> {

        @Override
        public Class<WorkEvent> events() {
            return WorkEvent.class;
        }

        @Override
        public void observe(final WorkEvent event) {
            events.add(event);
        }
    }

    @RequestScoped
    static final class Basket {

        @Inject
        Basket() {}
    }

    /** Made for each run; what it takes from the scope of the request is that of the run. */
    static final class Expiry {

        static final AtomicInteger MADE = new AtomicInteger();
        final Provider<Basket> basket;
        final Seen seen;

        @Inject
        Expiry(final Provider<Basket> basket, final Seen seen) {
            MADE.incrementAndGet();
            this.basket = basket;
            this.seen = seen;
        }

        Completable expire() {
            return Completable.fromAction(() -> seen.baskets.add(basket.get()))
                    .delay(1, TimeUnit.MILLISECONDS)
                    .doOnComplete(() -> seen.same.add(seen.baskets.contains(basket.get())));
        }
    }

    @Singleton
    static final class Seen {

        final List<Basket> baskets = new CopyOnWriteArrayList<>();
        final List<Boolean> same = new CopyOnWriteArrayList<>();

        @Inject
        Seen() {}
    }

    private JZenith application(final PluginSource plugin, final String... arguments) {
        return JZenith.application(arguments).withPlugins(plugin).withModules(new AbstractModule() {
            @Override
            protected void configure() {
                Observers.binder(binder()).addBinding().toInstance(new Recorder());
                bind(Basket.class);
                bind(Seen.class);
                bind(Expiry.class);
            }
        });
    }

    static void until(final BooleanSupplier condition) {
        assertThat(Observable.interval(0, 2, TimeUnit.MILLISECONDS)
                        .filter(tick -> condition.getAsBoolean())
                        .map(tick -> true)
                        .timeout(20, TimeUnit.SECONDS, Observable.just(false))
                        .blockingFirst())
                .as("the condition within 20 s")
                .isTrue();
    }

    private boolean isRejected(final String job) {
        return events.stream()
                .anyMatch(event -> event instanceof WorkEvent.Rejected
                        && event.kind().equals("job")
                        && event.name().equals(job));
    }

    private List<WorkEvent.Ended> ended() {
        return events.stream()
                .filter(WorkEvent.Ended.class::isInstance)
                .map(WorkEvent.Ended.class::cast)
                .toList();
    }

    @Test
    void aJobRunsAgainAndAgainOnAnEventLoopInAContextOfItsOwn() {
        final List<String> ids = new CopyOnWriteArrayList<>();
        final List<String> logged = new CopyOnWriteArrayList<>();
        final List<Boolean> onEventLoop = new CopyOnWriteArrayList<>();
        try (RunningApplication running = application(Jobs.of(Jobs.every(SHORT, "count", () -> {
                    ids.add(RequestContext.current().id());
                    logged.add(MDC.get(RequestContext.MDC_KEY));
                    onEventLoop.add(Context.isOnEventLoopThread());
                    return Completable.complete();
                })))
                .run()) {
            until(() -> ids.size() >= 3);
            assertThat(running.get(JobRunner.class).names()).containsExactly("count");
        }
        assertThat(ids).doesNotHaveDuplicates().allMatch(id -> id.matches("count-[0-9a-f]{8}-\\d+"));
        assertThat(logged).isEqualTo(ids);
        assertThat(onEventLoop).doesNotContain(false);
        assertThat(ended()).isNotEmpty().allSatisfy(end -> {
            assertThat(end.name()).isEqualTo("count");
            assertThat(end.status()).isEqualTo(Status.COMPLETED);
            assertThat(ids).contains(end.request().id());
            assertThat(end.request().isEnded()).isTrue();
        });
    }

    @Test
    void allJobsOfAPluginRun() {
        final AtomicInteger first = new AtomicInteger();
        final AtomicInteger second = new AtomicInteger();
        final PluginSource jobs = Jobs.of(
                Jobs.every(SHORT, "first", () -> Completable.fromAction(first::incrementAndGet)),
                Jobs.every(SHORT, "second", () -> Completable.fromAction(second::incrementAndGet)));
        try (RunningApplication running = application(jobs).run()) {
            until(() -> first.get() > 0 && second.get() > 0);
            assertThat(running.get(JobRunner.class).names()).containsExactly("first", "second");
        }
    }

    @Test
    void aSettingChangesACopyOfItsJobAndNoOther() {
        final AtomicReference<Completable> work = new AtomicReference<>(Completable.never());
        final Job job = Jobs.every(LONG, "slow", work::get);
        final Job other = Jobs.every(LONG, "other", Completable::complete);
        try (RunningApplication running = application(Jobs.of(job.withTimeout(Duration.ofMillis(30)), other))
                .run()) {
            final JobRunner runner = running.get(JobRunner.class);
            assertThat(runner.run("slow").blockingGet()).hasMessage("The run did not end within 30 ms.");
            assertThat(runner.run("other").blockingGet()).isNull();
        }
        work.set(Completable.timer(100, TimeUnit.MILLISECONDS));
        try (RunningApplication running = application(Jobs.of(job)).run()) {
            assertThat(running.get(JobRunner.class).run("slow").blockingGet()).isNull();
        }
    }

    @Test
    void theObjectOfAJobIsMadeInTheScopeOfEachRun() {
        try (RunningApplication running = application(
                        Jobs.of(Jobs.every(SHORT, "expire", Expiry.class, Expiry::expire)))
                .run()) {
            final Seen seen = running.get(Seen.class);
            until(() -> seen.same.size() >= 2);
            assertThat(seen.baskets).doesNotHaveDuplicates();
            assertThat(seen.same).doesNotContain(false);
        }
    }

    @Test
    void aJobBeginsWhenAllListenersAreOpenAndEndsWithTheStop() {
        final AtomicBoolean open = new AtomicBoolean();
        final AtomicInteger early = new AtomicInteger();
        final AtomicInteger runs = new AtomicInteger();
        final List<ApplicationState.Phase> phases = new CopyOnWriteArrayList<>();
        final class SlowPlugin implements Plugin, ListenerOpener {
            @Override
            public String name() {
                return "slow";
            }

            @Override
            public Completable open(final Injector injector) {
                return Completable.timer(200, TimeUnit.MILLISECONDS).doOnComplete(() -> open.set(true));
            }
        }
        final RunningApplication running = application(Jobs.of(Jobs.every(
                                SHORT,
                                "watch",
                                ApplicationState.class,
                                state -> Completable.fromAction(() -> {
                                    early.addAndGet(open.get() ? 0 : 1);
                                    phases.add(state.phase());
                                    runs.incrementAndGet();
                                }))
                        .withInitialDelay(Duration.ZERO)))
                .withPlugins(new SlowPlugin())
                .run();
        until(() -> runs.get() >= 2);
        running.stop();
        final int atStop = runs.get();
        assertThat(early).hasValue(0);
        assertThat(phases)
                .startsWith(ApplicationState.Phase.RUNNING)
                .isSubsetOf(ApplicationState.Phase.RUNNING, ApplicationState.Phase.STOPPING);
        awaitRunsOfAnotherApplication();
        assertThat(runs).hasValue(atStop);
    }

    /** A job that runs as often as those of the tests has run three times meanwhile. */
    private static void awaitRunsOfAnotherApplication() {
        final AtomicInteger runs = new AtomicInteger();
        final RunningApplication another = JZenith.application()
                .withPlugins(Jobs.of(Jobs.every(SHORT, "another", () -> Completable.fromAction(runs::incrementAndGet))))
                .run();
        until(() -> runs.get() >= 3);
        another.stop();
    }

    @Test
    void aClassThatIsMissingFailsTheRunAndNotTheSchedule() {
        final AtomicInteger runs = new AtomicInteger();
        try (RunningApplication running = application(Jobs.of(Jobs.every(SHORT, "broken", () -> {
                    runs.incrementAndGet();
                    return Completable.fromAction(() -> {
                        throw new NoClassDefFoundError("shop/Missing");
                    });
                })))
                .run()) {
            until(() -> runs.get() >= 2);
            assertThat(running.get(JobRunner.class).names()).containsExactly("broken");
        }
        assertThat(ended()).extracting(WorkEvent.Ended::status).contains(Status.FAILED);
    }

    @Test
    void aRunInProgressIsAwaitedByTheStop() {
        final CountDownLatch begun = new CountDownLatch(1);
        final AtomicBoolean done = new AtomicBoolean();
        final RunningApplication running = application(Jobs.of(Jobs.every(LONG, "slow", () -> {
                            begun.countDown();
                            return Completable.timer(300, TimeUnit.MILLISECONDS).doOnComplete(() -> done.set(true));
                        })
                        .withInitialDelay(Duration.ZERO)
                        .withJitter(Duration.ZERO)))
                .run();
        until(() -> begun.getCount() == 0);
        running.stop();
        assertThat(done).isTrue();
        assertThat(ended()).extracting(WorkEvent.Ended::status).containsExactly(Status.COMPLETED);
    }

    @Test
    void aRunThatOutlastsTheDrainTimeIsDisposed() {
        final AtomicBoolean disposed = new AtomicBoolean();
        final List<Throwable> told = new CopyOnWriteArrayList<>();
        final RunningApplication running = application(
                        Jobs.of(Jobs.every(
                                LONG, "endless", () -> Completable.never().doOnDispose(() -> disposed.set(true)))),
                        "--jzenith.drain-timeout=100ms")
                .run();
        final var asked = running.get(JobRunner.class).run("endless").subscribe(() -> {}, told::add);
        until(() -> !events.isEmpty());
        final long begin = System.nanoTime();
        running.stop();
        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .as("less than the default of the drain time")
                .isLessThan(Duration.ofSeconds(20));
        assertThat(disposed).isTrue();
        assertThat(told).singleElement().isInstanceOf(CancellationException.class);
        assertThat(asked.isDisposed()).isTrue();
        assertThat(ended()).extracting(WorkEvent.Ended::status).containsExactly(Status.DISPOSED);
    }

    @Test
    void aFailureIsSeenAndTheNextRunComes() {
        final AtomicInteger runs = new AtomicInteger();
        try (RunningApplication running = application(Jobs.of(Jobs.every(SHORT, "broken", () -> {
                    if (runs.incrementAndGet() == 1) {
                        throw new IllegalStateException("thrown");
                    }
                    return Completable.error(new IllegalStateException("signalled"));
                })))
                .run()) {
            until(() -> ended().size() >= 3);
            assertThat(ended()).extracting(WorkEvent.Ended::status).containsOnly(Status.FAILED);
            assertThat(ended())
                    .extracting(end -> end.error().getMessage())
                    .startsWith("thrown", "signalled", "signalled");
            assertThat(running.get(ApplicationState.class).phase()).isEqualTo(ApplicationState.Phase.RUNNING);
        }
    }

    @Test
    void aJobDoesNotOverlapItself() {
        final AtomicInteger atOnce = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        try (RunningApplication running = application(Jobs.of(Jobs.every(SHORT, "slow", () -> {
                    most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                    return Completable.timer(100, TimeUnit.MILLISECONDS).doFinally(atOnce::decrementAndGet);
                })))
                .run()) {
            until(() -> ended().size() >= 2 && isRejected("slow"));
            assertThat(running.endpoints()).isEmpty();
        }
        assertThat(most).hasValue(1);
    }

    @Test
    void aJobOverlapsItselfIfAsked() {
        final AtomicInteger atOnce = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        try (RunningApplication running = application(Jobs.of(Jobs.every(SHORT, "slow", () -> {
                            most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                            return Completable.timer(200, TimeUnit.MILLISECONDS).doFinally(atOnce::decrementAndGet);
                        })
                        .withOverlap()))
                .run()) {
            until(() -> most.get() > 1);
            assertThat(running.endpoints()).isEmpty();
        }
        assertThat(isRejected("slow")).isFalse();
    }

    @Test
    void aRunThatTakesTooLongIsDisposedAndTheNextOneComes() {
        final AtomicInteger disposed = new AtomicInteger();
        try (RunningApplication running = application(Jobs.of(
                        Jobs.every(SHORT, "hanging", () -> Completable.never().doOnDispose(disposed::incrementAndGet))
                                .withTimeout(Duration.ofMillis(30))))
                .run()) {
            until(() -> disposed.get() >= 2);
            assertThat(running.endpoints()).isEmpty();
        }
        assertThat(ended().get(0).status()).isEqualTo(Status.TIMED_OUT);
        assertThat(ended().get(0).error()).isInstanceOf(TimeoutException.class);
    }

    @Test
    void theConfigurationHasALimitForAllJobsAndForEach() {
        final PluginSource jobs =
                Jobs.of(Jobs.every(LONG, "one", Completable::never), Jobs.every(LONG, "two", Completable::never));
        try (RunningApplication running = application(jobs, "--jobs.timeout=30ms", "--jobs.two.timeout=60ms")
                .run()) {
            final JobRunner runner = running.get(JobRunner.class);
            assertThat(runner.run("one").blockingGet()).hasMessage("The run did not end within 30 ms.");
            assertThat(runner.run("two").blockingGet()).hasMessage("The run did not end within 60 ms.");
        }
    }

    @Test
    void blockingWorkRunsOnAThreadThatMayBlockAndIsInterrupted() {
        final List<Boolean> onEventLoop = new CopyOnWriteArrayList<>();
        final AtomicBoolean interrupted = new AtomicBoolean();
        final List<String> ids = new CopyOnWriteArrayList<>();
        final PluginSource jobs = Jobs.of(Jobs.every(
                        LONG,
                        "block",
                        () -> Completable.fromAction(() -> {
                            onEventLoop.add(Context.isOnEventLoopThread());
                            ids.add(MDC.get(RequestContext.MDC_KEY));
                            try {
                                Thread.sleep(20_000);
                            } catch (final InterruptedException e) {
                                interrupted.set(true);
                            }
                        }))
                .withBlockingWork()
                .withTimeout(Duration.ofMillis(200)));
        try (RunningApplication running = application(jobs).run()) {
            assertThat(running.get(JobRunner.class).run("block").blockingGet()).isInstanceOf(TimeoutException.class);
            until(interrupted::get);
        }
        assertThat(onEventLoop).containsExactly(false);
        assertThat(ids).singleElement().asString().startsWith("block-");
    }

    @Test
    void aJobIsRunNowByItsNameWhetherEnabledOrNot() {
        final AtomicInteger runs = new AtomicInteger();
        final PluginSource jobs = Jobs.of(
                Jobs.cron("0 3 * * *", UTC, "report", () -> Completable.fromAction(runs::incrementAndGet)),
                Jobs.every(SHORT, "broken", () -> Completable.error(new IllegalStateException("no paper"))));
        try (RunningApplication running =
                application(jobs, "--jobs.enabled=false").run()) {
            final JobRunner runner = running.get(JobRunner.class);
            runner.run("report").blockingAwait();
            runner.run("report").blockingAwait();
            assertThat(runs).hasValue(2);
            assertThat(runner.run("broken").blockingGet()).hasMessage("no paper");
            assertThatThrownBy(() -> runner.run("reprot"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("There is no job 'reprot'. The jobs are broken, report.");
            awaitRunsOfAnotherApplication();
            assertThat(ended()).hasSize(3);
        }
    }

    @Test
    void aRunThatIsAskedForDoesNotOverlapAndNoneBeginsAfterTheStop() {
        final RunningApplication running = application(
                        Jobs.of(Jobs.every(LONG, "endless", Completable::never)), "--jobs.enabled=false")
                .run();
        final JobRunner runner = running.get(JobRunner.class);
        final var first = runner.run("endless").subscribe();
        until(() -> !events.isEmpty());
        assertThat(runner.run("endless").blockingGet())
                .hasMessage("A run of the job 'endless' is in progress, and only one may run at a time.");
        first.dispose();
        until(() -> !ended().isEmpty());
        assertThat(ended()).extracting(WorkEvent.Ended::status).containsExactly(Status.DISPOSED);
        runner.announceStop();
        assertThat(runner.run("endless").blockingGet())
                .hasMessage("The application is stopping, so the job 'endless' does not run.");
        running.stop();
    }

    @Test
    void theConfigurationSwitchesAJobOffAndGivesItAnotherTime() {
        final List<String> ran = new CopyOnWriteArrayList<>();
        final PluginSource jobs = Jobs.of(
                Jobs.every(LONG, "often", () -> Completable.fromAction(() -> ran.add("often"))),
                Jobs.every(SHORT, "off", () -> Completable.fromAction(() -> ran.add("off"))));
        try (RunningApplication running = application(jobs, "--jobs.often.every=20ms", "--jobs.off.enabled=false")
                .run()) {
            until(() -> ran.size() >= 3);
            assertThat(running.endpoints()).isEmpty();
        }
        assertThat(ran).doesNotContain("off");
    }

    @Test
    void allMistakesAreReportedBeforeAnythingStarts() {
        final String line = "org.jzenith.jobs.JobsTest.allMistakesAreReportedBeforeAnythingStarts(JobsTest.java:LINE).";
        assertThat(problems(Jobs.of(
                        Jobs.cron("0 3 * *", UTC, "report", Completable::complete),
                        Jobs.every(Duration.ZERO, "never", Completable::complete)
                                .withJitter(Duration.ofMillis(-1)))))
                .containsExactly(
                        "The job 'report' has the times '0 3 * *', which cannot be understood: Cron expression contains 4"
                                + " parts but we expect one of [5]\n"
                                + "It comes from " + line + "\n"
                                + "Write five fields: minute, hour, day of the month, month, day of the week. For example,"
                                + " '0 3 * * MON-FRI' means three o'clock on weekdays.",
                        "The job 'never' has the interval 0 ms.\nIt comes from " + line + "\nSet it to 1 ms or more.",
                        "The job 'never' has the jitter -1 ms.\nIt comes from " + line + "\nSet it to 0 ms or more.");
    }

    @Test
    void namesAreCheckedBeforeAnythingStarts() {
        final String line = "org.jzenith.jobs.JobsTest.namesAreCheckedBeforeAnythingStarts(JobsTest.java:LINE).";
        assertThat(problems(Jobs.of(
                        Jobs.every(LONG, "Report", Completable::complete),
                        Jobs.every(LONG, "enabled", Completable::complete),
                        Jobs.every(LONG, "same", Completable::complete),
                        Jobs.cron("0 3 * * *", UTC, "same", Completable::complete))))
                .containsExactly(
                        "A job cannot have the name 'Report', because a name may contain only lower-case letters, digits"
                                + " and hyphens.\nIt comes from " + line + "\nChoose another name.",
                        "A job cannot have the name 'enabled', because jobs.enabled is the name of a setting for all jobs.\n"
                                + "It comes from " + line + "\nChoose another name.",
                        "Two jobs have the name 'same'.\nIt comes from " + line + "\nGive each job its own" + " name.");
    }

    /** Tests that the origin is the line of the call that added the job, not a line of jZenith. */
    @Test
    void aMistakeInAJobNamesTheLineThatAddedIt() {
        final int first = new Throwable().getStackTrace()[0].getLineNumber() + 2;
        final PluginSource jobs = Jobs.of(
                Jobs.cron("0 3 * *", UTC, "report", Completable::complete).withTimeout(LONG),
                Jobs.every(LONG, "unbound", Runnable.class, bound -> Completable.fromAction(bound::run)));
        final StartException failure = catchThrowableOfType(
                StartException.class, () -> application(jobs).run().stop());
        assertThat(failure.problems())
                .extracting(StartProblem::origin)
                .containsExactly(
                        "org.jzenith.jobs.JobsTest.aMistakeInAJobNamesTheLineThatAddedIt(JobsTest.java:" + first + ")",
                        "org.jzenith.jobs.JobsTest.aMistakeInAJobNamesTheLineThatAddedIt(JobsTest.java:" + (first + 1)
                                + ")");
    }

    @Test
    void aWrongSettingOfAJobIsReportedWithItsSource() {
        final PluginSource jobs = Jobs.of(
                Jobs.cron("0 3 * * *", UTC, "report", Completable::complete),
                Jobs.every(LONG, "expire-orders", Completable::complete));
        assertThat(problems(jobs, "--jobs.report.cron=midnight"))
                .singleElement()
                .asString()
                .startsWith("The job 'report' has the times 'midnight', which cannot be understood: ")
                .contains("\nIt comes from --jobs.report.cron (command line).\n");
        assertThat(problems(jobs, "--jobs.expire-ordres.enabled=false", "--jobs.report.every=5m"))
                .hasSize(2)
                .anyMatch(text -> text.contains("Did you mean --jobs.expire-orders.enabled or "))
                .anyMatch(text -> text.startsWith("--jobs.report.every (value '5m') is not understood."));
        assertThat(problems(jobs, "--jobs.expire-orders.every=0s"))
                .singleElement()
                .asString()
                .startsWith("jobs.expire-orders.every is '0s', which is not a duration of at least 1ms");
    }

    @Test
    void aTypeThatIsNotBoundFailsTheStart() {
        assertThat(problems(Jobs.of(Jobs.every(LONG, "lost", Runnable.class, work -> Completable.fromRunnable(work)))))
                .singleElement()
                .asString()
                .contains("java.lang.Runnable");
    }

    @Test
    void aCronJobHasNoInitialDelay() {
        assertThatThrownBy(() -> Jobs.of(Jobs.cron("0 3 * * *", UTC, "report", Completable::complete)
                        .withInitialDelay(SHORT)))
                .hasMessage("The job 'report' has a cron expression, so it cannot have an initial delay. Remove"
                        + " withInitialDelay(..).");
    }

    @Test
    void helpShowsTheSettingsOfEachJob() {
        final PrintStream before = System.out;
        final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            application(
                            Jobs.of(
                                    Jobs.every(LONG, "expire-orders", Completable::complete),
                                    Jobs.cron("0 3 * * *", UTC, "report", Completable::complete)),
                            "--help")
                    .run();
        } finally {
            System.setOut(before);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("--jobs.enabled  (true/false, default true)")
                .contains("--jobs.expire-orders.every  (duration)")
                .contains("--jobs.expire-orders.enabled  (true/false, default true)")
                .contains("--jobs.report.cron  (text)")
                .doesNotContain("jobs.report.every");
    }

    private List<String> problems(final PluginSource jobs, final String... arguments) {
        final StartException failure = catchThrowableOfType(
                StartException.class, () -> application(jobs, arguments).run().stop());
        return new ArrayList<>(failure.problems().stream()
                .map(problem -> problem.toString().replaceAll("java:\\d+", "java:LINE"))
                .toList());
    }
}
