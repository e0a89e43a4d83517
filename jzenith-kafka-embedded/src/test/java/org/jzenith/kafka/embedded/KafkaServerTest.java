package org.jzenith.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.problem.StartException;
import org.jzenith.embedded.internal.DataDirectory;
import org.jzenith.embedded.internal.ServerProcess;
import org.jzenith.embedded.internal.TimeLimit;
import org.jzenith.embedded.internal.Workspace;

@Tag("full")
final class KafkaServerTest {

    private static final String PLAIN = "org.apache.kafka.common.security.plain.PlainLoginModule required ";

    private static final BrokerSettings NONE = new BrokerSettings(List.of(), Map.of());
    private static final Duration LIMIT = Duration.ofSeconds(55);

    private static KafkaServer server;

    @BeforeAll
    static void start() {
        server = KafkaServer.startWith(
                List.of(BrokerListener.of("SASL_PLAINTEXT"), BrokerListener.behindProxy("PROXY", 4711)),
                Map.of(
                        "sasl.enabled.mechanisms",
                        "PLAIN",
                        "listener.name.sasl_plaintext.plain.sasl.jaas.config",
                        PLAIN + "user_shop=\"secret\";"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void groupsAndTransactionsWork() throws Exception {
        createTopic(server, "orders");
        sendInTransaction(server, "orders", "tea");
        assertThat(read(server, "orders")).isEqualTo("tea");
        assertThat(server.version()).matches("[0-9]+\\.[0-9]+\\.[0-9]+");
    }

    @Test
    void aTopicThatNothingCreatesIsNotThere() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", server.bootstrapServers()));
                KafkaProducer<String, String> producer = producer(server, Map.of("max.block.ms", "100"))) {
            assertThatThrownBy(() ->
                            producer.send(new ProducerRecord<>("unknown", "a")).get())
                    .hasMessageContaining("unknown");
            assertThat(admin.listTopics().names().get()).doesNotContain("unknown");
        }
    }

    @Test
    void aFurtherListenerHasItsOwnProtocol() throws Exception {
        final String address = "127.0.0.1:" + server.port("SASL_PLAINTEXT");
        try (Admin admin = Admin.create(withPassword(address, "secret"))) {
            assertThat(admin.describeCluster().nodes().get())
                    .singleElement()
                    .satisfies(node -> assertThat(node.port()).isEqualTo(server.port("SASL_PLAINTEXT")));
        }
        try (Admin admin = Admin.create(withPassword(address, "wrong"))) {
            assertThatThrownBy(() -> admin.describeCluster().nodes().get())
                    .hasCauseInstanceOf(SaslAuthenticationException.class);
        }
    }

    private static Map<String, Object> withPassword(final String address, final String password) {
        return Map.of(
                "bootstrap.servers",
                address,
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                "PLAIN",
                "sasl.jaas.config",
                PLAIN + "username=\"shop\" password=\"" + password + "\";");
    }

    @Test
    void clientsOfAProxyAreToldItsPort() throws Exception {
        createTopic(server, "proxied");
        final Map<String, Object> settings = Map.of("bootstrap.servers", "127.0.0.1:" + server.port("PROXY"));
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            assertThat(consumer.partitionsFor("proxied"))
                    .isNotEmpty()
                    .allSatisfy(each -> assertThat(each.leader().port()).isEqualTo(4711));
        }
        assertThatThrownBy(() -> server.port("SSL"))
                .hasMessageContaining("no listener SSL")
                .hasMessageContaining("PROXY");
    }

    @Test
    void aBrokerThatIsClosedLeavesNothingButAnArchiveOfItsClasses(@TempDir final Path temporary) throws Exception {
        final Workspace workspace = Workspace.open(BrokerLauncher.PRODUCT, temporary);
        final KafkaServer closed = KafkaServer.start(workspace, null, NONE, LIMIT);
        final Path root = dataIn(workspace);
        final ProcessHandle process =
                ServerProcess.of(BrokerLauncher.PRODUCT, root).orElseThrow().process();
        assertThat(process.isAlive()).isTrue();

        closed.close();
        closed.close();

        assertThat(process.onExit()).succeedsWithin(Duration.ofSeconds(20));
        assertThat(root).doesNotExist();
        assertThat(Workspace.lockOf(root)).doesNotExist();
        assertThatThrownBy(() -> new Socket().connect(new InetSocketAddress(closed.host(), closed.port())))
                .isInstanceOf(ConnectException.class);
        final BrokerProgram program = BrokerProgram.unpacked(workspace, TimeLimit.in(LIMIT));
        assertThat(new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-XX:+UseSerialGC",
                                "-Xshare:on",
                                "-XX:SharedArchiveFile=" + program.classes(),
                                "-cp",
                                program.classPath(),
                                "-version")
                        .inheritIO()
                        .start()
                        .waitFor())
                .as("exit code of a JVM that needs the archive")
                .isZero();
    }

    private static Path dataIn(final Workspace workspace) throws IOException {
        try (Stream<Path> entries = Files.list(workspace.directory())) {
            return entries.filter(each -> Files.exists(each.resolve("broker.properties")))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void keptDataIsThereAtTheNextStart(@TempDir final Path directory) throws Exception {
        try (KafkaServer first = KafkaServer.startIn(directory)) {
            createTopic(first, "orders");
            sendInTransaction(first, "orders", "tea");
            assertThatThrownBy(() -> KafkaServer.startIn(directory))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("Another embedded Kafka is using the directory " + directory);
        }
        Files.writeString(
                BrokerLauncher.PRODUCT.pidFile(directory),
                String.valueOf(ProcessHandle.current().pid()));
        try (KafkaServer second = KafkaServer.startIn(directory)) {
            assertThat(read(second, "orders")).isEqualTo("tea");
        }
        assertThat(ProcessHandle.current().isAlive())
                .as("a stale process id of another Java program")
                .isTrue();
    }

    @Test
    void aFailedStartShowsTheBrokersLog() {
        assertThatThrownBy(() -> KafkaServer.startWith(List.of(), Map.of("log.retention.ms", "many")))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("The embedded Kafka")
                .hasMessageContaining("did not start")
                .hasMessageContaining("Invalid value many for configuration log.retention.ms")
                .hasMessageContaining("configure kafka.bootstrap-servers");
    }

    @Test
    void aPortThatAnotherProcessTookIsReportedInTheWordsThatLeadToAnotherOne() throws Exception {
        final Workspace workspace = Workspace.open(BrokerLauncher.PRODUCT);
        final TimeLimit deadline = TimeLimit.in(LIMIT);
        try (DataDirectory data = DataDirectory.open(workspace, null)) {
            final BrokerLauncher launcher = new BrokerLauncher(data, BrokerProgram.unpacked(workspace, deadline), NONE);
            launcher.initialise(deadline);
            assertThatThrownBy(() -> launcher.start(server.port(), deadline))
                    .hasMessageContaining(launcher.portInUse());
        }
    }

    private static void createTopic(final KafkaServer on, final String name) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", on.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(name, 2, (short) 1))).all().get(30, TimeUnit.SECONDS);
        }
    }

    private static KafkaProducer<String, String> producer(final KafkaServer on, final Map<String, String> settings) {
        final Properties all = new Properties();
        all.put("bootstrap.servers", on.bootstrapServers());
        all.putAll(settings);
        return new KafkaProducer<>(all, new StringSerializer(), new StringSerializer());
    }

    private static void sendInTransaction(final KafkaServer on, final String topic, final String value) {
        try (KafkaProducer<String, String> producer = producer(on, Map.of("transactional.id", "one"))) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(topic, value));
            producer.commitTransaction();
        }
    }

    /** Reads as a member of a new group, whose partitions the broker assigns. */
    private static String read(final KafkaServer on, final String topic) {
        final Map<String, Object> settings = Map.of(
                "bootstrap.servers", on.bootstrapServers(),
                "group.id", "readers",
                "group.protocol", "consumer",
                "auto.offset.reset", "earliest",
                "isolation.level", "read_committed");
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(topic));
            while (true) {
                for (final ConsumerRecord<String, String> each : consumer.poll(Duration.ofSeconds(1))) {
                    return each.value();
                }
            }
        }
    }
}
