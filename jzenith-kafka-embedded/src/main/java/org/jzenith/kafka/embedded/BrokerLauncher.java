package org.jzenith.kafka.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jzenith.embedded.internal.DataDirectory;
import org.jzenith.embedded.internal.ExternalProgram;
import org.jzenith.embedded.internal.Launcher;
import org.jzenith.embedded.internal.Platform;
import org.jzenith.embedded.internal.Product;
import org.jzenith.embedded.internal.ServerProcess;
import org.jzenith.embedded.internal.TimeLimit;
import org.slf4j.LoggerFactory;

/** Runs a broker in a child JVM. */
final class BrokerLauncher implements Launcher {

    static final Product PRODUCT =
            new Product("Kafka", "kafka", EmbeddedKafka.class, "KAFKA", "java", "kafka.pid", "bootstrap-servers");

    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    private final DataDirectory directory;
    private final BrokerProgram program;
    private final BrokerSettings settings;

    /** The class-data archive that this broker writes when it ends, if there is none yet. */
    private final Path written;

    private volatile Map<String, Integer> ports = Map.of();

    BrokerLauncher(final DataDirectory directory, final BrokerProgram program, final BrokerSettings settings) {
        this.directory = directory;
        this.program = program;
        this.settings = settings;
        this.written = directory.root().resolve("classes.jsa");
    }

    @Override
    public boolean isInitialised() {
        return Files.exists(directory.data().resolve("meta.properties"));
    }

    @Override
    public void initialise(final TimeLimit deadline) throws IOException {
        Files.createDirectory(directory.data());
    }

    @Override
    public void start(final int port, final TimeLimit deadline) {
        try {
            ports = settings.ports(port);
            final Path file = directory.root().resolve("broker.properties");
            settings.write(file, directory.data(), ports);
            final Process process = new ExternalProgram(PRODUCT, "broker", command(file), directory.log()).start();
            // A shell reads it, for which a line ends with a line break.
            Files.writeString(PRODUCT.pidFile(directory.root()), process.pid() + "\n");
            directory.awaitReady(process, "Kafka Server started", deadline);
        } catch (final IOException e) {
            throw directory.notWritable(e);
        }
    }

    private boolean hasClasses() {
        return Files.exists(program.classes());
    }

    /** Adds the JVM options for the class-data archive. Without it, class loading takes half of the startup time. */
    private List<String> archive() {
        if (hasClasses()) {
            return List.of("-XX:SharedArchiveFile=" + program.classes());
        }
        return directory.temporary() ? List.of("-XX:ArchiveClassesAtExit=" + written) : List.of();
    }

    /** Returns JVM options. A broker for development has little work, so it gets little memory and only the C1 compiler. */
    private List<String> command(final Path file) {
        final List<String> command = new ArrayList<>();
        if (!Platform.isWindows()) {
            // A terminal sends Ctrl-C to all processes, while the application still needs its broker.
            command.addAll(List.of("sh", "-c", "trap '' HUP INT; exec \"$@\"", "jzenith-kafka"));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", Platform.program("java"))
                .toString());
        command.addAll(archive());
        final String keys = settings.further().get("sasl.oauthbearer.jwks.endpoint.url");
        if (keys != null) {
            // Without this property, the broker does not read the keys with which it verifies tokens.
            command.add("-Dorg.apache.kafka.sasl.oauthbearer.allowed.urls=" + keys);
        }
        command.addAll(List.of(
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Xlog:cds*=error",
                "-Dlogback.configurationFile=" + program.logConfiguration(),
                "-cp",
                program.classPath(),
                BrokerProgram.MAIN,
                file.toString(),
                directory.data().toString()));
        return command;
    }

    /** Returns the ports of the last start by listener name. */
    Map<String, Integer> ports() {
        return ports;
    }

    @Override
    public String portInUse() {
        return "Socket server failed to bind";
    }

    @Override
    public List<String> stopCommand() {
        return PRODUCT.stopCommand(directory.root(), directory.temporary());
    }

    @Override
    public void stop(final ServerProcess process) {
        if (directory.temporary() && !hasClasses() && process.terminate(STOP_LIMIT)) {
            keepClasses();
        } else {
            directory.stop(process, STOP_LIMIT);
        }
    }

    private void keepClasses() {
        try {
            Files.move(written, program.classes(), StandardCopyOption.ATOMIC_MOVE);
        } catch (final IOException e) {
            LoggerFactory.getLogger(PRODUCT.plugin()).debug("The broker has not written a class-data archive.", e);
        }
    }
}
