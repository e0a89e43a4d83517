package org.jzenith.benchmark.observability;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Child;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.benchmark.process.SecretTokens;

/** Starts the example with different arguments, and Vert.x Web. */
final class ObservedPrograms {

    /** The processor of the load if programs have one of their own. */
    static final int CLIENTS = 1;

    private static final int SERVERS = 0;

    private final Path root;
    private final Path folder;
    private final List<String> jvmOptions;
    private final boolean pinned;
    private int started;

    ObservedPrograms(final Path root, final Path folder, final LoadOptions options, final boolean pinned) {
        this.root = root;
        this.folder = folder;
        this.jvmOptions = words(options.text("--jvm-options", ""));
        this.pinned = pinned;
    }

    static List<String> words(final String text) {
        return Arrays.stream(text.strip().split("\\s+", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** Starts the example and waits for it. */
    MeasuredServer example(final Cleanup cleanup, final List<String> arguments) {
        // By default, the example's access log goes through Logback.
        final List<String> all =
                new ArrayList<>(List.of("--rest.access-log.format=off", "--rest.access-log.output=stdout"));
        all.addAll(SecretTokens.OF_EXAMPLE);
        all.addAll(arguments);
        return start(cleanup, "jzenith-example/target/jzenith-example.jar", all, Map.of());
    }

    /** Starts Vert.x Web, which answers {@code /json} without a database, and waits for it. */
    MeasuredServer vertxWeb(final Cleanup cleanup, final boolean hasMetrics) {
        return start(
                cleanup,
                "benchmark/contestants/vertx-web/target/vertx-web.jar",
                List.of(),
                Map.of("METRICS_ENABLED", String.valueOf(hasMetrics)));
    }

    private MeasuredServer start(
            final Cleanup cleanup,
            final String file,
            final List<String> arguments,
            final Map<String, String> settings) {
        final Path jar = root.resolve(file);
        if (!Files.isRegularFile(jar)) {
            throw new BenchmarkException("There is no " + jar + ". Use benchmark/observability, which builds it.");
        }
        final int port = Child.freePort();
        final List<String> command = new ArrayList<>();
        if (pinned) {
            command.addAll(List.of("taskset", "-c", String.valueOf(SERVERS)));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        command.addAll(List.of("-jar", jar.toString()));
        command.addAll(arguments);
        final Map<String, String> environment = new HashMap<>(settings);
        environment.put("REST_PORT", String.valueOf(port));
        final Path log = folder.resolve("program-" + started++ + ".log");
        final long begin = System.nanoTime();
        final Child process = Child.start("The program " + jar.getFileName(), command, environment, log);
        final MeasuredServer server = new MeasuredServer(process, port, begin);
        cleanup.add(server, server::close);
        server.awaitResponse();
        return server;
    }
}
