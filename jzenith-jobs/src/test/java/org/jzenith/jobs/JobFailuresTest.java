package org.jzenith.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import io.reactivex.Completable;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.core.observe.WorkEvent.Status;
import org.jzenith.core.plugin.ListenerOpener;
import org.jzenith.core.problem.StartException;
import org.slf4j.LoggerFactory;

/** Jobs that fail, are disposed, or are asked for at the wrong time. */
final class JobFailuresTest {

    private static final Duration SHORT = Duration.ofMillis(20);
    private static final Duration LONG = Duration.ofHours(1);
    private static final String IDLE = "--jobs.enabled=false";

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

    private JZenith application(final PluginSource plugin, final String... arguments) {
        return JZenith.application(arguments).withPlugins(plugin).withModules(new AbstractModule() {
            @Override
            protected void configure() {
                Observers.binder(binder()).addBinding().toInstance(new Recorder());
            }
        });
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

    private List<Status> statuses() {
        return ended().stream().map(WorkEvent.Ended::status).toList();
    }

    @Test
    void theErrorOfBlockingWorkIsTheOneThatWasThrown() {
        final IOException checked = new IOException("no paper");
        final InterruptedException interrupted = new InterruptedException("asked to leave");
        final Error custom = new AssertionError("not a report");
        final PluginSource jobs = Jobs.of(
                Jobs.every(LONG, "checked", () -> Completable.error(checked)).withBlockingWork(),
                Jobs.every(
                                LONG,
                                "interrupted",
                                () -> Completable.fromAction(() -> {
                                    throw interrupted;
                                }))
                        .withBlockingWork(),
                Jobs.every(LONG, "error", () -> {
                            throw custom;
                        })
                        .withBlockingWork());
        try (RunningApplication running = application(jobs, IDLE).run()) {
            final JobRunner runner = running.get(JobRunner.class);
            assertThat(runner.run("checked").blockingGet()).isSameAs(checked);
            assertThat(runner.run("interrupted").blockingGet()).isSameAs(interrupted);
            assertThat(runner.run("error").blockingGet()).isSameAs(custom);
        }
        assertThat(ended()).extracting(WorkEvent.Ended::error).containsExactly(checked, interrupted, custom);
        assertThat(statuses()).containsOnly(Status.FAILED);
    }

    @Test
    void workThatReturnsNullFailsWithTheNameOfTheJob() {
        try (RunningApplication running = application(Jobs.of(Jobs.every(LONG, "empty", () -> null)), IDLE)
                .run()) {
            assertThat(running.get(JobRunner.class).run("empty").blockingGet())
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("The work of the job 'empty' returned null. Return a Completable, for example"
                            + " Completable.complete().");
        }
    }

    /** Returns the jobs' log lines from INFO on while something runs. */
    private static List<String> logged(final Runnable what) {
        final Logger logger = (Logger) LoggerFactory.getLogger(Jobs.class);
        final ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try {
            what.run();
        } finally {
            logger.detachAppender(lines);
        }
        return lines.list.stream()
                .filter(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Test
    void aPluginWithoutJobsIsAWarningWithTheLineThatBeganIt() {
        assertThat(logged(
                        () -> JZenith.application().withPlugins(Jobs.of()).run().close()))
                .singleElement()
                .asString()
                .matches(
                        "The plugin 'jobs' has no job, so it does nothing\\. It comes from [^ ]+\\(JobFailuresTest\\.java:\\d+\\)"
                                + "\\. Pass it a job, for example Jobs\\.of\\(Jobs\\.every\\(\\.\\.\\)\\), or remove the plugin\\.");
    }

    @Test
    void whatBecomesOfARunThatWasAskedForIsSignalledAndCountedAndNotLogged() {
        final PluginSource jobs = Jobs.of(
                Jobs.every(LONG, "failing", () -> Completable.error(new IOException("no paper"))),
                Jobs.every(LONG, "slow", Completable::never).withTimeout(Duration.ofMillis(30)),
                Jobs.every(LONG, "left", Completable::never));
        final List<String> logged = logged(() -> {
            try (RunningApplication running = application(jobs, IDLE).run()) {
                final JobRunner runner = running.get(JobRunner.class);
                assertThat(runner.run("failing").blockingGet()).hasMessage("no paper");
                assertThat(runner.run("slow").blockingGet()).isInstanceOf(TimeoutException.class);
                final var asked = runner.run("left").subscribe();
                JobsTest.until(() -> events.size() == 5);
                assertThat(runner.run("left").blockingGet()).hasMessageContaining("is in progress");
                asked.dispose();
                JobsTest.until(() -> ended().size() == 3);
            }
        });
        assertThat(statuses()).containsExactly(Status.FAILED, Status.TIMED_OUT, Status.DISPOSED);
        assertThat(isRejected("left")).isTrue();
        assertThat(logged).isEmpty();
    }

    @Test
    void whatBecomesOfARunByTheClockIsLogged() {
        final PluginSource jobs = Jobs.of(
                Jobs.every(LONG, "failing", () -> Completable.error(new IOException("no paper")))
                        .withInitialDelay(Duration.ZERO),
                Jobs.every(LONG, "slow", Completable::never)
                        .withInitialDelay(Duration.ZERO)
                        .withTimeout(Duration.ofMillis(30)));
        final List<String> logged = logged(() -> {
            try (RunningApplication running = application(jobs).run()) {
                JobsTest.until(() -> ended().size() == 2);
                assertThat(running.endpoints()).isEmpty();
            }
        });
        assertThat(logged)
                .hasSize(2)
                .anyMatch(line -> line.matches("The job 'failing' failed after \\d+ ms, request failing-.*"))
                .anyMatch(
                        line -> line.matches("The job 'slow' was disposed after \\d+ ms, its limit, request slow-.*"));
    }

    /** With jitter, half of the jobs would take more than five seconds. */
    @Test
    void anInitialDelayThatIsGivenIsExact() {
        final PluginSource jobs = Jobs.of(IntStream.range(0, 20)
                .mapToObj(i ->
                        Jobs.every(LONG, "once-" + i, Completable::complete).withInitialDelay(Duration.ZERO))
                .toArray(Job[]::new));
        try (RunningApplication running = application(jobs).run()) {
            final long begin = System.nanoTime();
            JobsTest.until(() -> ended().size() == 20);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
            assertThat(running.endpoints()).isEmpty();
        }
    }

    @Test
    void aStopWhoseDelayIsInterruptedLeavesARunNoMoreThanTheDrainTime() throws Exception {
        final RunningApplication running = application(
                        Jobs.of(Jobs.every(LONG, "endless", Completable::never)),
                        IDLE,
                        "--jzenith.stop-delay=10s",
                        "--jzenith.drain-timeout=200ms")
                .run();
        final var asked =
                running.get(JobRunner.class).run("endless").onErrorComplete().subscribe();
        JobsTest.until(() -> !events.isEmpty());
        final Thread stopping = new Thread(running::stop);
        final long begin = System.nanoTime();
        stopping.start();
        JobsTest.until(() -> Arrays.stream(stopping.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("awaitStopDelay")));
        stopping.interrupt();
        stopping.join(20_000);
        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .as("less than the delay of the stop")
                .isLessThan(Duration.ofSeconds(10));
        assertThat(statuses()).containsExactly(Status.DISPOSED);
        assertThat(asked.isDisposed()).isTrue();
    }

    /** A start that fails before all listeners are open announces no stop; its runs have the drain time all the same. */
    @Test
    void aRunInProgressIsAwaitedAlsoWhereTheStartFailsAfterAPreparationThatTookLonger() {
        final class LatePlugin implements Plugin, ListenerOpener {
            @Override
            public String name() {
                return "late";
            }

            @Override
            public Set<String> requires() {
                return Set.of("jobs");
            }

            @Override
            public Completable prepare(final Injector injector) {
                assertThat(injector.getInstance(JobRunner.class)).isNotNull();
                return Completable.timer(1600, TimeUnit.MILLISECONDS);
            }

            @Override
            public Completable open(final Injector injector) {
                assertThat(injector.getInstance(JobRunner.class).run("first").subscribe())
                        .isNotNull();
                JobsTest.until(() -> !events.isEmpty());
                return Completable.error(new IllegalStateException("too late"));
            }
        }
        final PluginSource jobs =
                Jobs.of(Jobs.every(LONG, "first", () -> Completable.timer(300, TimeUnit.MILLISECONDS)));
        final JZenith application =
                application(jobs, "--jzenith.drain-timeout=1500ms").withPlugins(new LatePlugin());
        assertThat(catchThrowableOfType(
                        StartException.class, () -> application.run().stop()))
                .hasMessageContaining("too late");
        assertThat(statuses()).containsExactly(Status.COMPLETED);
    }

    @Test
    void theResultOfARunThatWasAskedForArrivesWhereAndInTheContextInWhichItWasAskedFor() throws Exception {
        final PluginSource jobs = Jobs.of(
                Jobs.every(LONG, "first", Completable::complete),
                Jobs.every(LONG, "second", Completable::complete),
                Jobs.every(LONG, "broken", () -> Completable.error(new IOException("no paper"))));
        try (RunningApplication running =
                application(jobs, IDLE, "--jzenith.event-loops=2").run()) {
            final JobRunner runner = running.get(JobRunner.class);
            final Context asking = running.get(Vertx.class).getOrCreateContext();
            for (final String job : List.of("first", "second", "broken")) {
                final CompletableFuture<String> seen = new CompletableFuture<>();
                asking.runOnContext(none -> RequestContext.create("asking").run(() -> {
                    final var asked = runner.run(job)
                            .onErrorComplete()
                            .subscribe(
                                    () -> seen.complete(Thread.currentThread().getName() + " "
                                            + RequestContext.current().id()));
                    assertThat(asked).isNotNull();
                }));
                final CompletableFuture<String> expected = new CompletableFuture<>();
                asking.runOnContext(
                        none -> expected.complete(Thread.currentThread().getName() + " asking"));
                assertThat(seen.get(10, TimeUnit.SECONDS)).as(job).isEqualTo(expected.get(10, TimeUnit.SECONDS));
            }
            final CompletableFuture<Boolean> outside = new CompletableFuture<>();
            assertThat(runner.run("first").subscribe(() -> outside.complete(RequestContext.current() == null)))
                    .isNotNull();
            assertThat(outside.get(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aRunThatIsDisposedBeforeItBeginsIsNoRun() throws Exception {
        final AtomicInteger runs = new AtomicInteger();
        final PluginSource jobs =
                Jobs.of(Jobs.every(LONG, "left", () -> Completable.fromAction(runs::incrementAndGet)));
        try (RunningApplication running =
                application(jobs, IDLE, "--jzenith.event-loops=1").run()) {
            final CountDownLatch busy = new CountDownLatch(1);
            final CountDownLatch idle = new CountDownLatch(1);
            running.get(Vertx.class).runOnContext(none -> {
                try {
                    busy.await();
                } catch (final InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            running.get(JobRunner.class).run("left").subscribe().dispose();
            running.get(Vertx.class).runOnContext(none -> idle.countDown());
            busy.countDown();
            assertThat(idle.await(10, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(runs).hasValue(0);
        assertThat(events).isEmpty();
    }

    @Test
    void aRunThatIsDisposedByTheObserverOfItsBeginningHasBothEventsInTheirOrder() {
        final AtomicBoolean worked = new AtomicBoolean();
        final List<Class<?>> order = new CopyOnWriteArrayList<>();
        final CompletableFuture<Runnable> dispose = new CompletableFuture<>();
        final EventObserver<WorkEvent> disposing = new EventObserver<>() {
            @Override
            public Class<WorkEvent> events() {
                return WorkEvent.class;
            }

            @Override
            public void observe(final WorkEvent event) {
                if (event instanceof WorkEvent.Begun) {
                    dispose.join().run();
                }
                order.add(event.getClass());
            }
        };
        final JZenith application = JZenith.application(IDLE)
                .withPlugins(Jobs.of(Jobs.every(LONG, "left", () -> Completable.fromAction(() -> worked.set(true)))))
                .withModules(binder -> Observers.binder(binder).addBinding().toInstance(disposing));
        try (RunningApplication running = application.run()) {
            final var asked = running.get(JobRunner.class).run("left").subscribe();
            dispose.complete(asked::dispose);
            JobsTest.until(() -> order.size() == 2);
        }
        assertThat(order).containsExactly(WorkEvent.Begun.class, WorkEvent.Ended.class);
        assertThat(worked).isFalse();
    }

    @Test
    void aRunThatIsAskedForAfterTheStopFails() {
        final RunningApplication running = application(Jobs.of(Jobs.every(LONG, "late", Completable::complete)), IDLE)
                .run();
        final JobRunner runner = running.get(JobRunner.class);
        running.stop();
        assertThat(runner.run("late").blockingGet(10, TimeUnit.SECONDS))
                .hasMessage("The application is stopping, so the job 'late' does not run.");
    }

    @Test
    void runsOfAJobThatOverlapsAreLimited() {
        final PluginSource jobs =
                Jobs.of(Jobs.every(LONG, "many", Completable::never).withOverlap());
        try (RunningApplication running =
                application(jobs, IDLE, "--jzenith.drain-timeout=10ms").run()) {
            final JobRunner runner = running.get(JobRunner.class);
            final List<Throwable> refused = new CopyOnWriteArrayList<>();
            for (int i = 0; i < 1001; i++) {
                assertThat(runner.run("many").subscribe(() -> {}, refused::add)).isNotNull();
            }
            JobsTest.until(() -> !refused.isEmpty());
            assertThat(refused)
                    .singleElement()
                    .isInstanceOf(IllegalStateException.class)
                    .asString()
                    .contains("1000 runs of the job 'many' are in progress, which is the limit.");
        }
        assertThat(statuses()).hasSize(1000).containsOnly(Status.DISPOSED);
    }

    @Test
    void durationsMayBeForEver() {
        final Duration forever = ChronoUnit.FOREVER.getDuration();
        final PluginSource jobs = Jobs.of(
                Jobs.every(forever, "never", Completable::complete).withTimeout(forever),
                Jobs.every(SHORT, "late", Completable::complete).withInitialDelay(forever),
                Jobs.every(LONG, "once", Completable::complete)
                        .withInitialDelay(Duration.ZERO)
                        .withTimeout(forever));
        try (RunningApplication running = application(jobs).run()) {
            running.get(JobRunner.class).run("never").blockingAwait();
            JobsTest.until(() -> ended().size() >= 2);
        }
        assertThat(ended()).extracting(WorkEvent.Ended::name).containsExactlyInAnyOrder("never", "once");
    }

    /** A jitter that is longer than the interval would leave times out. */
    @Test
    void aJitterLeavesNoTimeOut() {
        final PluginSource jobs =
                Jobs.of(Jobs.every(SHORT, "often", Completable::complete).withJitter(ChronoUnit.FOREVER.getDuration()));
        try (RunningApplication running = application(jobs).run()) {
            JobsTest.until(() -> ended().size() >= 3);
            assertThat(running.endpoints()).isEmpty();
        }
    }

    @Test
    void nullIsRefusedWhereItIsGiven() {
        assertThatThrownBy(() -> Jobs.every(null, "a", Completable::complete)).hasMessage("interval");
        assertThatThrownBy(() -> Jobs.every(LONG, null, Completable::complete)).hasMessage("name");
        assertThatThrownBy(() -> Jobs.cron(null, ZoneId.of("UTC"), "a", Completable::complete))
                .hasMessage("expression");
        assertThatThrownBy(() -> Jobs.cron("0 3 * * *", null, "a", Completable::complete))
                .hasMessage("zone");
    }

    @Test
    void jobsOfTwoApplicationsWithOneNameRunEachForItself() {
        final AtomicInteger first = new AtomicInteger();
        final AtomicInteger second = new AtomicInteger();
        try (RunningApplication one = application(Jobs.of(
                                Jobs.every(SHORT, "same", () -> Completable.fromAction(first::incrementAndGet))))
                        .run();
                RunningApplication other = application(Jobs.of(
                                Jobs.every(SHORT, "same", () -> Completable.fromAction(second::incrementAndGet))))
                        .run()) {
            JobsTest.until(() -> first.get() > 0 && second.get() > 0);
            one.stop();
            final int stopped = first.get();
            final int before = second.get();
            JobsTest.until(() -> second.get() > before + 2);
            assertThat(first).hasValue(stopped);
            other.get(JobRunner.class).run("same").onErrorComplete().blockingAwait();
        }
    }

    static final class Trigger {

        @Inject
        Trigger(final JobRunner runner) {}
    }

    @Test
    void aRunnerWithoutThePluginIsReportedWithThePlugin() {
        final StartException failure = catchThrowableOfType(
                StartException.class,
                () -> JZenith.application()
                        .withModules(binder -> binder.bind(Trigger.class))
                        .run()
                        .stop());
        assertThat(failure.getMessage().replaceAll("bound by \\S+", "bound by PLACE"))
                .isEqualTo("""
                        The application did not start: 1 problem.

                        1. org.jzenith.jobs.JobRunner is not bound, but needed by \
                        org.jzenith.jobs.JobFailuresTest.Trigger (the parameter 'runner' of its constructor).
                           It comes from JobFailuresTest.Trigger -> JobRunner; JobFailuresTest.Trigger is bound by PLACE
                           Add Jobs.of(Jobs.every(..)) to withPlugins(..) (the class org.jzenith.jobs.Jobs in \
                        the artifact org.jzenith:jzenith-jobs).
                        """);
    }
}
