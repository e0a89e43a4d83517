package org.jzenith.benchmark.harness;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What is measured: a path, and how many requests are sent before the first answer is awaited. */
enum Test {
    PLAINTEXT("/plaintext", 1, false),
    PLAINTEXT_PIPELINED("/plaintext", 16, false),
    JSON("/json", 1, false),
    DB("/db", 1, true),
    QUERIES("/queries?queries=20", 1, true),
    UPDATES("/updates?queries=20", 1, true),
    FORTUNES("/fortunes", 1, true),
    CACHED_QUERIES("/cached-queries?count=20", 1, false),
    USER("/user/{id}", 1, true);

    private final String path;
    private final int depth;
    private final boolean database;

    Test(final String path, final int depth, final boolean database) {
        this.path = path;
        this.depth = depth;
        this.database = database;
    }

    static Test of(final String title) {
        return Arrays.stream(values())
                .filter(test -> test.title().equals(title))
                .findFirst()
                .orElseThrow(() -> new Failure("There is no test '" + title + "'. The tests are " + titles() + "."));
    }

    static String titles() {
        return List.of(values()).stream().map(Test::title).collect(Collectors.joining(", "));
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
}
