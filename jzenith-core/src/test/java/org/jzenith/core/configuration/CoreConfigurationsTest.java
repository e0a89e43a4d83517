package org.jzenith.core.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.internal.configuration.HealthConfiguration;
import org.jzenith.core.internal.configuration.JZenithConfiguration;

final class CoreConfigurationsTest {

    @TempDir
    private Path root;

    @Test
    void defaultsOfTheApplicationsLife() {
        final JZenithConfiguration life =
                new Reading(root).read(JZenithConfiguration.class).get(JZenithConfiguration.class);
        assertThat(life.startTimeout()).isEqualTo(Duration.ofSeconds(60));
        assertThat(life.stopDelay()).isEqualTo(Duration.ZERO);
        assertThat(life.idleGrace()).isEqualTo(Duration.ofMillis(500));
        assertThat(life.drainTimeout()).isEqualTo(Duration.ofSeconds(20));
        assertThat(life.closeTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(life.eventLoops()).isEmpty();
        assertThat(life.workerThreads()).isEqualTo(20);
        assertThat(life.blockingThreads()).isEqualTo(200);
        assertThat(life.blockingQueue()).isEqualTo(10_000);
        assertThat(life.blockedThreshold()).isEqualTo(Duration.ofSeconds(2));
        assertThat(life.blockedInterrupt()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void allKeysOfTheApplicationsLife() {
        final JZenithConfiguration life = new Reading(root)
                .file(
                        "application.properties",
                        "jzenith.start-timeout=1m",
                        "jzenith.stop-delay=5s",
                        "jzenith.idle-grace=2s",
                        "jzenith.drain-timeout=1s",
                        "jzenith.close-timeout=2s",
                        "jzenith.event-loops=3",
                        "jzenith.worker-threads=4",
                        "jzenith.blocking-threads=5",
                        "jzenith.blocking-queue=0",
                        "jzenith.blocked-threshold=6s",
                        "jzenith.blocked-interrupt=7s")
                .read(JZenithConfiguration.class)
                .get(JZenithConfiguration.class);
        assertThat(life.startTimeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(life.stopDelay()).isEqualTo(Duration.ofSeconds(5));
        assertThat(life.idleGrace()).isEqualTo(Duration.ofSeconds(2));
        assertThat(life.drainTimeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(life.closeTimeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(life.eventLoops()).hasValue(3);
        assertThat(life.workerThreads()).isEqualTo(4);
        assertThat(life.blockingThreads()).isEqualTo(5);
        assertThat(life.blockingQueue()).isZero();
        assertThat(life.blockedThreshold()).isEqualTo(Duration.ofSeconds(6));
        assertThat(life.blockedInterrupt()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void limitsOfTheApplicationsLife() {
        assertThat(new Reading(root)
                        .arguments(
                                "--jzenith.stop-delay=11s",
                                "--jzenith.idle-grace=11s",
                                "--jzenith.event-loops=0",
                                "--jzenith.worker-threads=0",
                                "--jzenith.blocking-threads=0",
                                "--jzenith.blocked-threshold=0s",
                                "--jzenith.blocked-interrupt=1ms")
                        .problems(JZenithConfiguration.class))
                .hasSize(7);
    }

    @Test
    void defaultsOfHealth() {
        assertThat(new Reading(root)
                        .read(HealthConfiguration.class)
                        .get(HealthConfiguration.class)
                        .timeout())
                .isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void allKeysOfHealth() {
        assertThat(new Reading(root)
                        .environment("HEALTH_TIMEOUT", "3s")
                        .read(HealthConfiguration.class)
                        .get(HealthConfiguration.class)
                        .timeout())
                .isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void theDocumentsShowWhatIsReallyPrinted() throws Exception {
        final String document = Files.readString(Path.of("..", "docs", "configuration.md"))
                + Files.readString(Path.of("..", "docs", "settings.md"));
        final Class<?>[] types = {JZenithConfiguration.class, HealthConfiguration.class};
        final String explained = new Reading(root)
                .arguments("--jzenith.worker-threads=64", "--explain-config")
                .environment("JZENITH_WORKER_THREADS", "50")
                .file("application.yaml", "jzenith:", "  drain-timeout: 30s", "  worker-threads: 40")
                .read(types)
                .explain();
        assertThat(document)
                .contains(explained.substring(
                        explained.indexOf("jzenith.drain-timeout"), explained.indexOf("jzenith.idle-grace")))
                .contains(explained.substring(explained.indexOf("jzenith.worker-threads")));
        assertThatThrownBy(() -> new Reading(root.resolve("wrong"))
                        .arguments("--jzenith.worker-threads=0")
                        .environment("JZENITH_WORKER_TREADS", "50")
                        .read(types))
                .satisfies(failure ->
                        assertThat(document).contains(failure.toString().stripTrailing()));
    }
}
