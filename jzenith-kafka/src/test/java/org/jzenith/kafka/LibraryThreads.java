package org.jzenith.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;

/** The threads of jZenith and of the library that belong to applications. */
final class LibraryThreads {

    private LibraryThreads() {}

    /** Waits until none is left. */
    static void awaitNone() {
        final long end = System.nanoTime() + 20_000_000_000L;
        while (!names().isEmpty() && System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
        assertThat(names()).as("threads left behind").isEmpty();
    }

    static List<String> names() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.toLowerCase(Locale.ROOT).contains("kafka") && !name.contains("test"))
                .sorted()
                .toList();
    }
}
