package org.jzenith.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Tells which threads a test left behind. RxJava's and Netty's daemons belong to the JVM and are not counted. */
final class Threads {

    private final Set<Thread> before = new HashSet<>();

    void remember() {
        before.addAll(Thread.getAllStackTraces().keySet());
    }

    void assertNoneLeft() {
        final long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        Set<Thread> left = left();
        while (!left.isEmpty() && System.nanoTime() < end) {
            join(left.iterator().next());
            left = left();
        }
        assertThat(left).as("threads left behind").isEmpty();
    }

    private Set<Thread> left() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.isAlive() && !before.contains(thread))
                .filter(thread -> !thread.getName().startsWith("Rx")
                        && !thread.getName().startsWith("globalEventExecutor")
                        && !belongsToTheJvm(thread.getThreadGroup()))
                .collect(Collectors.toSet());
    }

    private static boolean belongsToTheJvm(final ThreadGroup group) {
        return group == null
                || group.getName().equals("system")
                || group.getName().equals("InnocuousThreadGroup");
    }

    private static void join(final Thread thread) {
        try {
            thread.join(100);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
