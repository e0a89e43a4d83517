package org.jzenith.benchmark.footprint;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.benchmark.process.BenchmarkDatabase;
import org.jzenith.benchmark.process.Child;
import org.jzenith.benchmark.process.Cleanup;

/**
 * A temporary folder, a PostgreSQL and the programs that run, all of which are gone when it is closed, also when the
 * measurement is told to stop in the middle.
 */
final class MeasurementEnvironment implements AutoCloseable {

    private final Cleanup cleanup = new Cleanup();
    private final Path root;
    private final Path folder = cleanup.temporaryFolder();
    private @Nullable BenchmarkDatabase database;

    private MeasurementEnvironment(final Path root) {
        this.root = root;
    }

    static MeasurementEnvironment below(final Path root) {
        final MeasurementEnvironment environment = new MeasurementEnvironment(root);
        Runtime.getRuntime().addShutdownHook(new Thread(environment::close, "clean-up"));
        return environment;
    }

    Path file(final String name) {
        return folder.resolve(name);
    }

    /** Starts a PostgreSQL and lets the example make its tables. */
    void openDatabase(final Jvm jvm) {
        database = BenchmarkDatabase.start(cleanup);
        train(jvm, Program.EXAMPLE, List.of());
    }

    /** Runs a program until it has answered, and lets it end. */
    void train(final Jvm jvm, final Program program, final List<String> archive) {
        try (Running running = start(jvm, program, archive, program.training())) {
            if (program.training().isEmpty()) {
                running.awaitAnswer();
                running.tellToEnd();
            }
            running.awaitEnd();
        }
    }

    Running start(final Jvm jvm, final Program program, final List<String> archive, final List<String> arguments) {
        final List<String> command = jvm.command(archive, program.command(root, folder));
        command.addAll(arguments);
        final int port = Child.freePort();
        final Running running = Running.start(program.title(), command, environment(port), port, file("program.log"));
        cleanup.add(program.title(), running::close);
        return running;
    }

    private Map<String, String> environment(final int port) {
        final Map<String, String> environment = database == null ? new HashMap<>() : database.environment();
        environment.put("REST_PORT", String.valueOf(port));
        environment.put("REST_ACCESS_LOG_FORMAT", "off");
        return environment;
    }

    @Override
    public void close() {
        cleanup.close();
    }
}
