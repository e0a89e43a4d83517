package org.jzenith.benchmark.observability;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Child;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.benchmark.process.MeasuredServer;

/** Starts the example with different arguments. */
final class ObservedExamples {

    /** The processor of the load if programs have one of their own. */
    static final int CLIENTS = 1;

    private static final int SERVERS = 0;

    private final Path jar;
    private final Path folder;
    private final List<String> jvmOptions;
    private final boolean pinned;
    private int started;

    ObservedExamples(final Path root, final Path folder, final LoadOptions options, final boolean pinned) {
        this.jar = root.resolve("jzenith-example/target/jzenith-example.jar");
        this.folder = folder;
        this.jvmOptions = words(options.text("--jvm-options", ""));
        this.pinned = pinned;
        if (!Files.isRegularFile(jar)) {
            throw new BenchmarkException("There is no " + jar + ". Use benchmark/observability, which builds it.");
        }
    }

    static List<String> words(final String text) {
        return Arrays.stream(text.strip().split("\\s+", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** Starts the example and waits for it. */
    MeasuredServer start(final Cleanup cleanup, final List<String> arguments) {
        final int port = Child.freePort();
        final List<String> command = new ArrayList<>();
        if (pinned) {
            command.addAll(List.of("taskset", "-c", String.valueOf(SERVERS)));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        command.addAll(List.of("-jar", jar.toString(), "--rest.access-log.format=off"));
        command.addAll(arguments);
        final Path log = folder.resolve("example-" + started++ + ".log");
        final long begin = System.nanoTime();
        final Child process = Child.start("The example", command, Map.of("REST_PORT", String.valueOf(port)), log);
        final MeasuredServer server = new MeasuredServer(process, port, begin);
        cleanup.add(server, server::close);
        server.awaitResponse();
        return server;
    }
}
