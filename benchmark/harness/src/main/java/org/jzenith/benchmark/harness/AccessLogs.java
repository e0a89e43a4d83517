package org.jzenith.benchmark.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jzenith.benchmark.process.BenchmarkException;

/**
 * Compares the access logs of the contestants: the same lines but for the time, the ids and the duration. Only a smoke test
 * has them in files; a measurement writes them to {@code /dev/null}.
 */
final class AccessLogs {

    /** The varying fields of the common format, then of JSON. */
    private static final Pattern VARYING = Pattern.compile(
            "(?<=\\[)[^]]+(?=])|(?<=\"(?:time|requestId|trace_id|span_id)\":\")[^\"]+|(?<=\"durationMs\":)[0-9.]+");

    /** The length of random rows. */
    private static final Pattern RANDOM_LENGTH =
            Pattern.compile("(?<=/(?:db|queries|updates|cached-queries)\\b[^\"]{0,50}\" 200 )[0-9]+");

    /** A user that only one contestant creates, and the first request after the start, for which not all have a handler. */
    private static final Pattern APART = Pattern.compile("\"POST /users |\"GET /plaintext |\"target\":\"/plaintext\"");

    private static final int TRIES = 100;
    private static final long PAUSE_MILLIS = 50;

    private AccessLogs() {}

    /** Returns the differences, none if all is well. Waits for lines that are still to be written. */
    static List<String> differences(final RunningContestant expected, final RunningContestant given) {
        if (!expected.contestant().isLogRead()) {
            return List.of();
        }
        List<String> wanted = List.of();
        List<String> found = List.of();
        for (int i = 0; i < TRIES; i++) {
            wanted = lines(expected.contestant().accessLog());
            found = lines(given.contestant().accessLog());
            if (found.equals(wanted) && !wanted.isEmpty()) {
                return List.of();
            }
            pause();
        }
        final List<String> more = without(found, wanted);
        final List<String> less = without(wanted, found);
        return List.of("The access log of " + given.name() + " has " + found.size() + " lines, among them\n    "
                + String.join("\n    ", more) + "\n  instead of " + wanted.size() + ", among them\n    "
                + String.join("\n    ", less));
    }

    /** Returns a difference if a contestant that has a format of its own writes no line. */
    static List<String> missing(final RunningContestant server) {
        if (!server.contestant().isLogRead()) {
            return List.of();
        }
        for (int i = 0; i < TRIES; i++) {
            if (!lines(server.contestant().accessLog()).isEmpty()) {
                return List.of();
            }
            pause();
        }
        return List.of("The access log of " + server.name() + " is empty.");
    }

    private static List<String> without(final List<String> lines, final List<String> others) {
        return lines.stream().filter(line -> !others.contains(line)).toList();
    }

    private static List<String> lines(final Path file) {
        try (var lines = Files.lines(file)) {
            return lines.filter(line -> !APART.matcher(line).find())
                    .map(AccessLogs::comparable)
                    .sorted()
                    .toList();
        } catch (final IOException e) {
            throw new BenchmarkException("The access log " + file + " cannot be read.", e);
        }
    }

    /** The line without what differs from one contestant to the other. */
    static String comparable(final String line) {
        return RANDOM_LENGTH.matcher(VARYING.matcher(line).replaceAll("-")).replaceAll("-");
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The benchmark was interrupted.", e);
        }
    }
}
