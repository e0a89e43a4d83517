package org.jzenith.benchmark.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;

/** The load generator, a program of its own: the same command for every contestant. */
final class Wrk implements LoadGenerator {

    /** The findings of one run. */
    record Result(double seconds, long requests, long errors, Latencies latencies) {

        double rate() {
            return requests / seconds;
        }
    }

    private static final String MARK = "figures ";
    static final int TIMEOUT_SECONDS = 30;

    private final Cleanup cleanup;
    private final Path folder;
    private final int connections;

    Wrk(final Cleanup cleanup, final Path folder, final int connections) {
        this.cleanup = cleanup;
        this.connections = connections;
        this.folder = folder;
    }

    static String version() {
        try {
            final Process process =
                    new ProcessBuilder("wrk", "-v").redirectErrorStream(true).start();
            final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return output.lines().findFirst().orElse("unknown").replaceFirst(" Copyright.*", "");
        } catch (final IOException e) {
            throw new BenchmarkException(
                    "There is no program 'wrk' on the PATH, which makes the load. Install it with the"
                            + " system's packages (apt-get install wrk, brew install wrk) or from"
                            + " https://github.com/wg/wrk; --smoke and --histogram work without.",
                    e);
        }
    }

    /** Returns half of the processors, but no more than there are connections: the server needs the rest. */
    static int threads(final int connections) {
        return Math.max(1, Math.min(connections, Runtime.getRuntime().availableProcessors() / 2));
    }

    @Override
    public List<String> command(final LoadTest test, final LoadRequest request, final String host, final int seconds) {
        final int count = test.connections(connections);
        return List.of(
                "wrk",
                "-t" + threads(count),
                "-c" + count,
                "-d" + seconds + "s",
                "--timeout",
                TIMEOUT_SECONDS + "s",
                "-s",
                folder.resolve(test.title() + ".lua").toString(),
                host + request.path(),
                "--",
                String.valueOf(test.depth()));
    }

    @Override
    public Result run(final LoadTest test, final LoadRequest request, final String host, final int seconds) {
        final List<String> command = command(test, request, host, seconds);
        write(
                folder.resolve(test.title() + ".lua"),
                request.lua() + (test.depth() == 1 ? "" : resource("pipeline.lua")) + resource("figures.lua"));
        return parse(output(cleanup, command), test.depth());
    }

    /** Runs a command of wrk to its end. */
    static String output(final Cleanup cleanup, final List<String> command) {
        try {
            final Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            cleanup.add("wrk", () -> destroy(process));
            final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new BenchmarkException("The command " + String.join(" ", command) + " failed: " + output.strip());
            }
            return output;
        } catch (final IOException e) {
            throw new BenchmarkException("The command " + String.join(" ", command) + " cannot be run.", e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The benchmark was interrupted.", e);
        }
    }

    private static void destroy(final Process process) {
        process.destroyForcibly();
    }

    /**
     * Reads the line that our script prints at the end of a run. Latencies count only if requests are sent one by one:
     * wrk adds latencies that it deems left out, one for each mean interval between requests in a slow answer, and with
     * pipelining compares the latency of a whole batch with the interval of a single request. Most of what it counts is
     * then invented, some of it shorter than the shortest that it measured, and its percentiles are off or 0.
     */
    static Result parse(final String output, final int depth) {
        final String line = output.lines()
                .filter(candidate -> candidate.startsWith(MARK))
                .findFirst()
                .orElseThrow(() -> new BenchmarkException("wrk printed no figures, but: " + output.strip()));
        final Map<String, Double> figures = Arrays.stream(
                        line.substring(MARK.length()).strip().split(" +", -1))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> Double.parseDouble(pair[1])));
        return new Result(
                figure(figures, "duration") / 1e6,
                (long) figure(figures, "requests"),
                (long) figure(figures, "errors"),
                depth == 1 ? latencies(figures) : Latencies.NONE);
    }

    private static Latencies latencies(final Map<String, Double> figures) {
        return new Latencies(
                figure(figures, "mean") / 1e3,
                figure(figures, "sigma") / 1e3,
                figure(figures, "p50") / 1e3,
                figure(figures, "p90") / 1e3,
                figure(figures, "p99") / 1e3,
                figure(figures, "p999") / 1e3,
                figure(figures, "max") / 1e3);
    }

    private static double figure(final Map<String, Double> figures, final String name) {
        final Double figure = figures.get(name);
        if (figure == null) {
            throw new BenchmarkException("wrk printed no figure '" + name + "', only " + figures.keySet() + ".");
        }
        return figure;
    }

    static void write(final Path file, final String text) {
        try {
            Files.writeString(file, text);
        } catch (final IOException e) {
            throw new BenchmarkException("The script " + file + " cannot be written.", e);
        }
    }

    static String resource(final String name) {
        try (var stream = Wrk.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("There is no " + name + " beside the class.");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new BenchmarkException("The text " + name + " cannot be read.", e);
        }
    }
}
