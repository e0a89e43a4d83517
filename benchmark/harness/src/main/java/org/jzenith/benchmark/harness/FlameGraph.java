package org.jzenith.benchmark.harness;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;

/** Writes a flame graph of jZenith under the load of one test: {@code benchmark/profile TEST}. */
public final class FlameGraph {

    private static final String USAGE = """
            Writes a flame graph of jZenith's CPU time under the load of one test, measured by async-profiler.

                benchmark/profile [--skip-build] TEST [options]

            TEST is one test of benchmark/run, such as json or sum-post; the options are those of
            benchmark/run, of which --seconds (default 10), --warm-up (default 20), --connections, --bare,
            --jvm and --jvm-options count. The page is written to benchmark/results/TEST.html, or to the
            folder of --out.
            """;

    private final Options options;
    private final LoadTest test;
    private final Path library;

    private FlameGraph(final Options options, final Path library) {
        this.options = options;
        this.test = options.tests().get(0);
        this.library = library;
    }

    /**
     * The program. Its exit code is 0 if all went well, otherwise 1. The system property {@code benchmark.profiler} names
     * the library of async-profiler.
     *
     * @param arguments the test, and options
     */
    public static void main(final String... arguments) {
        final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        if (arguments.length == 0 || arguments[0].startsWith("-")) {
            out.print(USAGE);
            return;
        }
        final Cleanup cleanup = new Cleanup();
        Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close, "clean-up"));
        try (cleanup) {
            final Options options = CommandLine.parse(Stream.concat(
                            Stream.of("--seconds", "10", "--warm-up", "20", "--tests", arguments[0]),
                            Arrays.stream(arguments, 1, arguments.length))
                    .toArray(String[]::new));
            final Path root = Path.of(System.getProperty("benchmark.root", "")).toAbsolutePath();
            final Path library = Path.of(System.getProperty("benchmark.profiler", ""));
            out.println("Written to " + new FlameGraph(options, library).draw(root, cleanup) + ".");
        } catch (final BenchmarkException e) {
            System.err.println(e.getMessage());
            cleanup.close();
            System.exit(1);
        }
    }

    private Path draw(final Path root, final Cleanup cleanup) {
        final Path chosen = options.out();
        final Path page = (chosen == null ? root.resolve("benchmark/results") : chosen)
                .resolve(test.title() + ".html")
                .toAbsolutePath();
        final Path folder = cleanup.temporaryFolder();
        final Contestants all = Contestants.withJzenith(options, root, folder, cleanup);
        final RunningContestant server = all.jzenith(test.level());
        final String userId =
                options.suite() == Suite.ENDPOINTS ? new Answers(options.suite(), null).createUser(server) : "";
        final LoadRequest request = test.request(userId);
        final String host = server.contestant().url(request.protocol(), "");
        final LoadGenerators load = new LoadGenerators(cleanup, folder, options.connections());
        load.run(test, request, host, options.warmUp());
        tell(server, "start,event=cpu,interval=1ms");
        final Wrk.Result found = load.run(test, request, host, options.seconds());
        if (found.errors() > 0) {
            throw new BenchmarkException("Of " + found.requests() + " requests of the test " + test.title() + ", "
                    + found.errors() + " failed, so a profile would mean nothing. Choose another test.");
        }
        try {
            Files.createDirectories(page.getParent());
        } catch (final IOException e) {
            throw new BenchmarkException("The folder of " + page + " cannot be made.", e);
        }
        tell(server, "stop,title=" + test.title() + ",file=" + page);
        return page;
    }

    private void tell(final RunningContestant server, final String command) {
        try {
            final VirtualMachine machine = VirtualMachine.attach(String.valueOf(server.pid()));
            try {
                machine.loadAgentPath(library.toString(), command);
            } finally {
                machine.detach();
            }
        } catch (final IOException
                | AttachNotSupportedException
                | AgentLoadException
                | AgentInitializationException e) {
            throw new BenchmarkException(
                    "The profiler '" + library + "' does not take the command '" + command
                            + "'. Start it by benchmark/profile, which fetches it.",
                    e);
        }
    }
}
