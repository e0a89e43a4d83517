package org.jzenith.observability;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.observers.TestObserver;
import io.reactivex.subjects.CompletableSubject;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.jobs.JobRunner;
import org.jzenith.jobs.Jobs;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;

/** The metrics of jobs. */
final class JobMetricsTest {

    private static final CompletableSubject RELEASED = CompletableSubject.create();

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.create(),
                    Jobs.of(
                            Jobs.every(Duration.ofHours(1), "held", () -> RELEASED),
                            Jobs.every(
                                    Duration.ofHours(1),
                                    "broken",
                                    () -> Completable.error(new IllegalStateException("on purpose")))),
                    ObservabilityPlugin.create()));

    @Test
    void aRunIsInProgressUntilItHasEnded() {
        final Exposition metrics = new Exposition(APP.application());
        final TestObserver<?> run = APP.get(JobRunner.class).run("held").test();
        Exposition.await("the job runs", () -> metrics.sum("jzenith_job_running", "job_name=\"held\"") == 1);
        RELEASED.onComplete();
        assertThat(run.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        Exposition.await("no job runs", () -> metrics.sum("jzenith_job_running") == 0);
        assertThat(metrics.sum("jzenith_job_duration_seconds_count", "job_name=\"held\"", "status=\"completed\""))
                .isEqualTo(1);
    }

    @Test
    void aFailureIsAStatusOfItsOwn() {
        final Exposition metrics = new Exposition(APP.application());
        assertThat(APP.get(JobRunner.class).run("broken").blockingGet()).hasMessage("on purpose");
        Exposition.await(
                "the failure is counted",
                () -> metrics.sum("jzenith_job_duration_seconds_count", "job_name=\"broken\"", "status=\"failed\"")
                        == 1);
    }
}
