package org.jzenith.benchmark.security;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.FigureTable;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.benchmark.process.Spread;

/** Measures the memory of the server before and after many different tokens. */
final class ManyTokens {

    private static final Pattern TOTAL = Pattern.compile("Total\\s+\\d+\\s+(\\d+)");
    private static final double BYTES_OF_A_MEBIBYTE = 1024.0 * 1024.0;

    /** Enough to fill the caches. */
    private static final int FIRST = 50_000;

    private static final int CONNECTIONS = 8;
    private static final int SAMPLES = 8;
    private static final int BETWEEN_SAMPLES = 400;

    /** More than the server can answer. */
    private static final double PER_SECOND = 60_000;

    private static final int GOOD = 200;
    private static final List<SignedTokens.Bad> BAD = List.of(SignedTokens.Bad.values());

    private final Programs programs;
    private final SignedTokens tokens;
    private final Cleanup cleanup;
    private final PrintStream out;
    private double mebibytes;

    ManyTokens(final Programs programs, final SignedTokens tokens, final Cleanup cleanup, final PrintStream out) {
        this.programs = programs;
        this.tokens = tokens;
        this.cleanup = cleanup;
        this.out = out;
    }

    void measure(final FigureTable results, final int count, final String heap) {
        try (Cleanup part = cleanup.part()) {
            final MeasuredServer server = programs.secretTokens(part, heap);
            long next = send(server, true, FIRST, 0);
            next = send(server, false, FIRST, next);
            next = sample(server, true, next);
            final double before = mebibytes;
            next = send(server, true, count, next);
            next = sample(server, true, next);
            final double afterGood = mebibytes;
            next = send(server, false, count, next);
            sample(server, false, next);
            final double afterBad = mebibytes;
            if (server.endOfLog().contains("OutOfMemoryError")) {
                throw server.failure("The memory of " + heap + " was not enough.");
            }
            results.add("live heap at -Xmx" + heap + " with full caches, MiB", single(before), 1);
            results.atMost(
                    String.format(Locale.ROOT, "after %,d different good tokens : before", count),
                    single(afterGood / before),
                    1.05);
            results.atMost(
                    String.format(Locale.ROOT, "after %,d different bad tokens, too : before", count),
                    single(afterBad / before),
                    1.05);
        }
    }

    private static Spread single(final double value) {
        final Spread spread = new Spread();
        spread.add(value);
        return spread;
    }

    /** Takes the largest of several heaps: a cache that is full drops half of its tokens. */
    private long sample(final MeasuredServer server, final boolean good, final long first) {
        mebibytes = 0;
        long next = first;
        for (int i = 0; i < SAMPLES; i++) {
            next = send(server, good, BETWEEN_SAMPLES, next);
            mebibytes = Math.max(mebibytes, liveMebibytes(server));
        }
        return next;
    }

    private long send(final MeasuredServer server, final boolean good, final int count, final long first) {
        try (PacedLoad load = PacedLoad.start(
                server.address(),
                new PacedLoad.Load(
                        CONNECTIONS,
                        1,
                        PER_SECOND,
                        count,
                        good
                                ? SignedTokens::signedBySecret
                                : number -> tokens.bad(BAD.get((int) (number % BAD.size())), number)),
                first)) {
            load.awaitEnd();
            final Map<Integer, Long> statuses = load.statuses();
            if (count > BETWEEN_SAMPLES) {
                out.println(String.format(
                        Locale.ROOT,
                        "%,d different %s tokens: %.0f a second, responses by status: %s, new connections: %d.",
                        count,
                        good ? "good" : "bad",
                        load.perSecond(),
                        statuses,
                        load.reconnects()));
            }
            final long sent = (long) (count / CONNECTIONS) * CONNECTIONS;
            if (!server.isAlive() || (good && statuses.getOrDefault(GOOD, 0L) != sent)) {
                throw server.failure("Not every good token was accepted.");
            }
            return load.next();
        }
    }

    /** Returns the size of all reachable objects, after a full collection. */
    private static double liveMebibytes(final MeasuredServer server) {
        try {
            final Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            String.valueOf(server.pid()),
                            "GC.class_histogram")
                    .redirectErrorStream(true)
                    .start();
            final Matcher total =
                    TOTAL.matcher(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            if (!total.find()) {
                throw server.failure("jcmd shows no histogram of the heap.");
            }
            return Long.parseLong(total.group(1)) / BYTES_OF_A_MEBIBYTE;
        } catch (final IOException e) {
            throw new BenchmarkException("The program jcmd cannot be run. Use a JDK.", e);
        }
    }
}
