package org.jzenith.kafka.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** Runs a broker in a JVM, which is a child of this one. */
final class BrokerLauncher implements Launcher {

    static final Product PRODUCT =
            new Product("Kafka", "kafka", EmbeddedKafka.class, "KAFKA", "java", "kafka.pid", "bootstrap-servers");

    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    private final DataDirectory directory;
    private final BrokerProgram program;
    private final BrokerSettings settings;
    private volatile Map<String, Integer> ports = Map.of();

    BrokerLauncher(final DataDirectory directory, final BrokerProgram program, final BrokerSettings settings) {
        this.directory = directory;
        this.program = program;
        this.settings = settings;
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
            Files.writeString(PRODUCT.pidFile(directory.root()), String.valueOf(process.pid()));
            directory.awaitReady(process, "Kafka Server started", deadline);
        } catch (final IOException e) {
            throw directory.notWritable(e);
        }
    }

    /** A broker of development is short of work, so it gets little memory and only the quick compiler. */
    private List<String> command(final Path file) {
        final List<String> command = new ArrayList<>();
        if (!Platform.isWindows()) {
            // A terminal sends Ctrl-C to all processes, while the application still needs its broker.
            command.addAll(List.of("sh", "-c", "trap '' HUP INT; exec \"$@\"", "jzenith-kafka"));
        }
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", Platform.program("java"))
                        .toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Dlogback.configurationFile=" + program.logConfiguration(),
                "-cp",
                program.classPath(),
                BrokerProgram.MAIN,
                file.toString(),
                directory.data().toString()));
        return command;
    }

    /** Returns the ports of the last start, by name of the listener. */
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
        directory.stop(process, STOP_LIMIT);
    }
}
