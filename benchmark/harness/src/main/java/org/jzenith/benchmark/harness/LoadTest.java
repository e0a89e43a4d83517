package org.jzenith.benchmark.harness;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jzenith.benchmark.process.Failure;

/** What is measured: a path, and how many requests are sent before the first answer is awaited. */
enum LoadTest {
    PLAINTEXT("/plaintext", 1, false, 1.12),
    PLAINTEXT_PIPELINED("/plaintext", 16, false, 1.25),
    JSON("/json", 1, false, 1.12),
    DB("/db", 1, true, 1.08),
    QUERIES("/queries?queries=20", 1, true, 1.05),
    UPDATES("/updates?queries=20", 1, true, 1.05),
    FORTUNES("/fortunes", 1, true, 1.08),
    CACHED_QUERIES("/cached-queries?count=20", 1, false, Double.NaN),
    USER("/user/{id}", 1, true, 1.15);

    private final String path;
    private final int depth;
    private final boolean database;
    private final double mostCpuTime;

    LoadTest(final String path, final int depth, final boolean database, final double mostCpuTime) {
        this.path = path;
        this.depth = depth;
        this.database = database;
        this.mostCpuTime = mostCpuTime;
    }

    static LoadTest of(final String title) {
        return Arrays.stream(values())
                .filter(test -> test.title().equals(title))
                .findFirst()
                .orElseThrow(() -> new Failure("There is no test '" + title + "'. The tests are " + titles() + "."));
    }

    static String titles() {
        return List.of(values()).stream().map(LoadTest::title).collect(Collectors.joining(", "));
    }

    String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The path, with the id of a user that exists. */
    String path(final String userId) {
        return path.replace("{id}", userId);
    }

    int depth() {
        return depth;
    }

    boolean usesDatabase() {
        return database;
    }

    /** The target: the CPU time that jZenith may take for a request, as a multiple of the baseline's; NaN for none. */
    double mostCpuTime() {
        return mostCpuTime;
    }
}
