package org.jzenith.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.test.internal.leak.Polling.until;

import io.reactivex.Completable;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.kafka.error.KafkaRefusedException;
import org.jzenith.test.internal.database.BrokerClient;

/** Groups of Kafka in the health of an application. */
@Tag("full")
@Timeout(120)
final class KafkaGroupHealthTest {

    private final BrokerClient cluster = SharedBroker.client();

    @AutoClose
    private final TestApplications applications = new TestApplications();

    private final String topic = cluster.newTopic(1);
    private final Queue<Integer> handled = new ConcurrentLinkedQueue<>();

    private RunningApplication run() {
        return applications.run(TestApplications.recipe().withConfiguration("kafka.request-timeout", "2s"));
    }

    private KafkaTopic<Integer> topic(final RunningApplication application) {
        return application.get(Kafka.class).topic(topic, Integer.class);
    }

    private void handle(final RunningApplication application) {
        topic(application)
                .group(topic + "-report")
                .handle(record -> Completable.fromAction(() -> handled.add(record.value())));
    }

    private static Health health(final RunningApplication application) {
        return application.get(HealthChecks.class).run().blockingGet().stream()
                .filter(check -> check.name().equals("kafka"))
                .findFirst()
                .orElseThrow()
                .health();
    }

    private static void await(final RunningApplication application, final Health.Status status) {
        until(() -> health(application).status() == status);
    }

    @Test
    void aTopicThatTheUserMayNotUseIsToldAndReadWhenItMay() {
        final RunningApplication application = run();
        handle(application);
        cluster.send(topic, 0, "1");
        until(() -> handled.contains(1));
        assertThat(health(application).status()).isEqualTo(Health.Status.UP);

        cluster.forbid(topic);
        await(application, Health.Status.DEGRADED);
        assertThat(health(application).reason()).contains(topic + "-report", "uthoriz");
        assertThatThrownBy(() -> topic(application).send("a", 2).blockingGet())
                .isInstanceOf(KafkaRefusedException.class)
                // The producer refuses it by its metadata, or the broker.
                .hasMessageContainingAll(topic, "uthoriz");

        cluster.permit(topic);
        await(application, Health.Status.UP);
        // The producer refuses the topic until its next metadata.
        topic(application)
                .send("a", 3)
                .retry(KafkaRefusedException.class::isInstance)
                .ignoreElement()
                .blockingAwait();
        until(() -> handled.contains(3));
    }

    @Test
    void aRecordThatFailsForTwiceTheTimeOfAHandlerIsTold() {
        final RunningApplication application = run();
        final AtomicBoolean isMended = new AtomicBoolean();
        topic(application)
                .group(topic + "-report")
                .withTimeout(Duration.ofMillis(100))
                .withRetryPause(Duration.ofMillis(5))
                .handle(record -> isMended.get()
                        ? Completable.fromAction(() -> handled.add(record.value()))
                        : Completable.error(new IllegalStateException("No.")));
        cluster.send(topic, 0, "1", "2");
        await(application, Health.Status.DEGRADED);
        assertThat(health(application).reason())
                .startsWith("partition 0 of the group '" + topic + "-report' of the topic '" + topic
                        + "' has been retrying the same record for more than 200 ms");
        isMended.set(true);
        await(application, Health.Status.UP);
        until(() -> handled.size() == 2);
    }

    @Test
    void recordsThatAreLostAreAFailureOfAnApplicationThatNeedsThem() {
        final RunningApplication first = run();
        handle(first);
        cluster.send(topic, 0, "1");
        until(() -> handled.contains(1));
        first.close();
        cluster.send(topic, 0, "2", "3");
        cluster.deleteRecords(topic, 0, 2);

        final RunningApplication next = run();
        handle(next);
        await(next, Health.Status.DOWN);
        assertThat(health(next).reason()).contains("continues at the offset 1 of the partition " + topic + "-0");
        next.close();
        final RunningApplication without = applications.run(TestApplications.recipe()
                .withConfiguration("kafka.request-timeout", "2s")
                .withConfiguration("kafka.required", false));
        handle(without);
        await(without, Health.Status.DEGRADED);
    }
}
