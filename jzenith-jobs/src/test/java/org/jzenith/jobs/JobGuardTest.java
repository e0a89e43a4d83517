package org.jzenith.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.AbstractModule;
import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.WorkEvent;

/** A guard of the application in the place of the one that lets all jobs run. */
final class JobGuardTest {

    private final List<WorkEvent> events = new CopyOnWriteArrayList<>();
    private final AtomicInteger runs = new AtomicInteger();

    @Singleton
    static final class LeaderGuard implements JobGuard {

        volatile boolean isLeader;
        final List<String> asked = new CopyOnWriteArrayList<>();

        @Inject
        LeaderGuard() {}

        /** Answers on another thread, as one that asks a server does. */
        @Override
        public Single<Boolean> mayRun(final String job) {
            asked.add(job + " "
                    + Objects.requireNonNull(RequestContext.current()).id().replaceAll("-[0-9a-f]{8}-\\d+", ""));
            return Single.timer(1, TimeUnit.MILLISECONDS).map(late -> isLeader);
        }
    }

    private RunningApplication application(final Duration interval) {
        return JZenith.application()
                .withPlugins(
                        Jobs.of(Jobs.every(interval, "report", () -> Completable.fromAction(runs::incrementAndGet))))
                .withModules(new AbstractModule() {
                    @Override
                    protected void configure() {
                        bind(LeaderGuard.class);
                        bind(JobGuard.class).to(LeaderGuard.class);
                        Observers.binder(binder())
                                .addBinding()
                                .toInstance(EventObserver.of(WorkEvent.class, events::add));
                    }
                })
                .run();
    }

    @Test
    void aJobRunsByTheClockWhenItsGuardLetsIt() {
        try (RunningApplication running = application(Duration.ofMillis(20))) {
            final LeaderGuard guard = running.get(LeaderGuard.class);
            JobsTest.until(() -> guard.asked.size() >= 3);
            assertThat(runs).hasValue(0);
            assertThat(events).noneMatch(WorkEvent.Begun.class::isInstance);
            guard.isLeader = true;
            JobsTest.until(() -> runs.get() >= 2);
            assertThat(guard.asked).containsOnly("report report");
        }
    }

    @Test
    void aRunThatIsAskedForFailsIfTheGuardRefusesIt() {
        try (RunningApplication running = application(Duration.ofHours(1))) {
            assertThat(running.get(JobRunner.class).run("report").blockingGet())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("The condition of the job 'report' is false, so the work does not start.");
            running.get(LeaderGuard.class).isLeader = true;
            assertThat(running.get(JobRunner.class).run("report").blockingGet()).isNull();
        }
        assertThat(runs).hasValue(1);
    }
}
