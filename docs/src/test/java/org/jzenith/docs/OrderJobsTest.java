package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.jobs.JobRunner;
import org.jzenith.jobs.internal.configuration.JobsConfiguration;
import org.jzenith.test.JZenithExtension;

/** The jobs of docs/jobs.md. */
final class OrderJobsTest {

    // region test
    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(OrderJobs::application);

    @Test
    void ordersExpire() {
        APP.get(JobRunner.class).run("expire-orders").blockingAwait();
        assertThat(APP.get(OrderJobs.OrderService.class).expired).hasValue(1);
    }
    // endregion

    @Test
    void noJobRunsByTheClockInATest() {
        assertThat(APP.get(JobsConfiguration.class).enabled()).isFalse();
        APP.get(JobRunner.class).run("report").blockingAwait();
    }
}
