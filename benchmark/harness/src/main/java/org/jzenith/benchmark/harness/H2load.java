package org.jzenith.benchmark.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;

/**
 * The load generator for HTTP/2. Its latencies are those of streams that wait for each other, so there are none. It sends a
 * number of requests, because h2load 1.52 does not end over TLS when it is given a time.
 */
final class H2load implements LoadGenerator {

    private static final Pattern PROTOCOL = Pattern.compile("(?m)^Application protocol: (\\S+)$");
    private static final Pattern FINISHED = Pattern.compile("(?m)^finished in ([0-9.]+)(us|ms|s),");
    private static final Pattern REQUESTS =
            Pattern.compile("(?m)^requests: .*?(\\d+) done, (\\d+) succeeded, (\\d+) failed, (\\d+) errored,");

    /** The request rate until a test has measured one. */
    private static final double FIRST_RATE = 10_000;

    private final Cleanup cleanup;
    private final int connections;
    private final Map<String, Double> rates = new HashMap<>();

    H2load(final Cleanup cleanup, final int connections) {
        this.cleanup = cleanup;
        this.connections = connections;
    }

    static void requirePresent() {
        try {
            final Process process = new ProcessBuilder("h2load", "--version")
                    .redirectErrorStream(true)
                    .start();
            process.getInputStream().readAllBytes();
        } catch (final IOException e) {
            throw new BenchmarkException(
                    "There is no program 'h2load' on the PATH, which makes the load over HTTP/2. Install it with the"
                            + " system's packages (apt-get install nghttp2-client, brew install nghttp2), or leave out the"
                            + " tests whose names contain http2.",
                    e);
        }
    }

    @Override
    public List<String> command(final LoadTest test, final LoadRequest request, final String host, final int seconds) {
        final List<String> command = new ArrayList<>(List.of(
                "h2load",
                "-t" + Wrk.threads(test.connections(connections)),
                "-c" + test.connections(connections),
                "-m" + test.depth(),
                "-n" + Math.round(rates.getOrDefault(key(test, host), FIRST_RATE) * seconds)));
        request.headers().forEach((name, value) -> command.addAll(List.of("-H", name + ": " + value)));
        command.add(host + request.path());
        return command;
    }

    @Override
    public Wrk.Result run(final LoadTest test, final LoadRequest request, final String host, final int seconds) {
        final List<String> command = command(test, request, host, seconds);
        try {
            final Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            cleanup.add("h2load", process::destroyForcibly);
            final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new BenchmarkException("The command " + String.join(" ", command) + " failed: " + output.strip());
            }
            final Wrk.Result result = parse(output);
            rates.put(key(test, host), result.rate());
            return result;
        } catch (final IOException e) {
            throw new BenchmarkException("The command " + String.join(" ", command) + " cannot be run.", e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The benchmark was interrupted.", e);
        }
    }

    private static String key(final LoadTest test, final String host) {
        return test.title() + ' ' + host;
    }

    static Wrk.Result parse(final String output) {
        final Matcher protocol = PROTOCOL.matcher(output);
        final Matcher finished = FINISHED.matcher(output);
        final Matcher requests = REQUESTS.matcher(output);
        if (!protocol.find() || !finished.find() || !requests.find()) {
            throw new BenchmarkException("h2load printed no figures, but: " + output.strip());
        }
        if (!protocol.group(1).startsWith("h2")) {
            throw new BenchmarkException("The server speaks " + protocol.group(1) + " with h2load, not HTTP/2.");
        }
        final double unit = switch (finished.group(2)) {
            case "us" -> 1e-6;
            case "ms" -> 1e-3;
            default -> 1;
        };
        return new Wrk.Result(
                Double.parseDouble(finished.group(1)) * unit,
                Long.parseLong(requests.group(2)),
                Long.parseLong(requests.group(3)) + Long.parseLong(requests.group(4)),
                Latencies.NONE);
    }
}
