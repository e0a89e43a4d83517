package org.jzenith.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.problem.StartException;
import org.jzenith.kafka.error.KafkaException;
import org.jzenith.kafka.internal.connection.KafkaConnections;

/** The start of an application with Kafka: mistakes in settings, and brokers that are away. */
@Tag("full")
@Timeout(60)
final class KafkaStartTest {

    @AutoClose
    private final TestApplications applications = new TestApplications();

    private static JZenith application(final String servers) {
        return TestApplications.recipe(servers).withConfiguration("kafka.connect-timeout", "300ms");
    }

    private static JZenith withBroker() {
        return application(SharedBroker.client().servers()).withConfiguration("kafka.connect-timeout", "30s");
    }

    private static void refuses(final JZenith application, final String... texts) {
        assertThatThrownBy(application::run)
                .isInstanceOf(StartException.class)
                .message()
                .contains(texts);
    }

    /** A port on which nothing listens. */
    private static String nothing() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return "localhost:" + socket.getLocalPort();
        } catch (final IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void brokersThatAreNotThereAreNamedWithTheSettingToChange() {
        final String servers = nothing();
        refuses(
                application(servers),
                "Kafka at " + servers + " cannot be used; jZenith tried for 300 ms",
                "kafka.bootstrap-servers",
                "kafka.connect-timeout",
                "kafka.required=false");
    }

    @Test
    void aNameThatCannotBeResolvedIsToldLikewise() {
        refuses(
                application("kafka.invalid:9092"),
                "Kafka at kafka.invalid:9092 cannot be used",
                "none of the host names can be resolved");
    }

    @Test
    void anApplicationWithBrokersIsHealthyAndHasGauges() {
        try (RunningApplication application = applications.run(withBroker())) {
            assertThat(health(application)).isEqualTo(Health.healthy());
            assertThat(application.get(Gauges.class).all())
                    .extracting(Gauge::name)
                    .contains("kafka.sends", "kafka.send-size", "kafka.transactions", "kafka.transactions-waiting");
        }
    }

    private static Health health(final RunningApplication application) {
        return application.get(HealthChecks.class).run().blockingGet().stream()
                .filter(each -> each.name().equals("kafka"))
                .findFirst()
                .orElseThrow()
                .health();
    }

    @Test
    void allMistakesAreToldTogether() {
        refuses(
                application("a,b:1:2,:9092,user@c:9092")
                        .withConfiguration("kafka.client.linger.ns", 5)
                        .withConfiguration("kafka.client.batch.size", "many")
                        .withConfiguration("kafka.client.acks", 1)
                        .withConfiguration("kafka.client.ssl.truststore.location", "a")
                        .withConfiguration("kafka.client.group.id", "a")
                        .withConfiguration("kafka.tls.certificate", "a.crt")
                        .withConfiguration("kafka.sasl.username", "shop"),
                "kafka.bootstrap-servers has 'a', which is not host:port",
                "has 'b:1:2'",
                "has ':9092'",
                "has 'user@c:9092'",
                "no Kafka client has a setting linger.ns",
                "Did you mean kafka.client.linger.ms",
                "kafka.client.batch.size is not valid",
                "jZenith sets acks itself",
                "jZenith sets ssl.truststore.location itself",
                "Use the settings under kafka.tls",
                "jZenith sets group.id itself",
                "kafka.tls.certificate is set, but the connections are not encrypted",
                "kafka.sasl.username is set, but is not used without kafka.sasl.mechanism");
    }

    @Test
    void settingsOfTheClassicConsumerProtocolAreRefused() {
        refuses(
                application("a:1")
                        .withConfiguration("kafka.client.session.timeout.ms", 10_000)
                        .withConfiguration("kafka.client.heartbeat.interval.ms", 1_000)
                        .withConfiguration("kafka.client.partition.assignment.strategy", "a.Strategy")
                        .withConfiguration("kafka.client.share.acquire.mode", "record_limit")
                        .withConfiguration("kafka.client.allow.auto.create.topics", true),
                "jZenith sets session.timeout.ms itself",
                "jZenith sets heartbeat.interval.ms itself",
                "jZenith sets partition.assignment.strategy itself",
                "jZenith sets share.acquire.mode itself",
                "jZenith sets allow.auto.create.topics itself",
                "group.consumer.session.timeout.ms");
    }

    @ParameterizedTest
    @CsvSource({
        "PLAIN, kafka.sasl.username is not set, kafka.sasl.password is not set",
        "OAUTHBEARER, kafka.sasl.token-endpoint is not set, kafka.sasl.username is not set"
    })
    void aMechanismNeedsItsSettings(final String mechanism, final String first, final String second) {
        refuses(application("a:1").withConfiguration("kafka.sasl.mechanism", mechanism), first, second);
    }

    @Test
    void aMechanismThatIsNotKnownIsRefused() {
        refuses(
                application("a:1").withConfiguration("kafka.sasl.mechanism", "GSSAPI"),
                "PLAIN, SCRAM-SHA-256, SCRAM-SHA-512 or OAUTHBEARER");
    }

    @Test
    void settingsThatContradictEachOtherAreRefused() {
        refuses(
                withBroker().withConfiguration("kafka.client.linger.ms", 60_000),
                "Kafka's client refuses its settings",
                "delivery.timeout.ms");
    }

    @Test
    void settingsThatContradictEachOtherAreRefusedAlsoWhileTheBrokersAreAway() {
        refuses(
                application(nothing())
                        .withConfiguration("kafka.required", false)
                        .withConfiguration("kafka.client.linger.ms", 60_000),
                "Kafka's client refuses its settings",
                "delivery.timeout.ms");
    }

    /** No producer can be created, because its names cannot be resolved. */
    @Test
    void aRecordThatWaitsForAProducerKeepsNoThreadBusy() {
        try (RunningApplication application = applications.run(application("kafka.invalid:9092")
                .withConfiguration("kafka.required", false)
                .withConfiguration("kafka.request-timeout", "4s"))) {
            final KafkaTopic<Integer> topic = application.get(Kafka.class).topic("a", Integer.class);
            assertThatThrownBy(() -> topic.send("a", 1).blockingGet()).isInstanceOf(KafkaException.class);
            final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            final Thread sender = Thread.getAllStackTraces().keySet().stream()
                    .filter(each -> each.getName().equals("kafka-sender"))
                    .findFirst()
                    .orElseThrow();
            assertThat(Duration.ofNanos(threads.getThreadCpuTime(sender.getId())))
                    .isLessThan(Duration.ofSeconds(1));
        }
    }

    @Test
    void aSettingOfTheLibraryReachesItsClients() {
        try (RunningApplication application = applications.run(withBroker()
                .withConfiguration("kafka.client.compression.type", "gzip")
                .withConfiguration("kafka.client.max.poll.records", 7))) {
            final KafkaConnections connections = application.get(KafkaConnections.class);
            assertThat(connections.settings("producer"))
                    .containsEntry("compression.type", "gzip")
                    .doesNotContainKey("max.poll.records");
            assertThat(connections.settings("consumer"))
                    .containsEntry("max.poll.records", "7")
                    .doesNotContainKey("compression.type");
            assertThat(List.of("producer", "consumer", "admin"))
                    .allSatisfy(kind -> assertThat(connections.settings(kind).get("client.id"))
                            .asString()
                            .startsWith("jzenith-"));
        }
    }
}
