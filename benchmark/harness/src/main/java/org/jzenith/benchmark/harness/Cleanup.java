package org.jzenith.benchmark.harness;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What must not stay behind, undone in reverse order: at the end, after a failure and when the program is told to stop
 * in the middle. Safe for use by many threads.
 */
final class Cleanup implements AutoCloseable {

    /** Undoes something; may fail. */
    interface Step {

        void run() throws Exception;
    }

    private final Map<Object, Step> steps = new LinkedHashMap<>();
    private boolean closed;

    /** Remembers a step; one that comes too late is done at once. The name replaces an earlier step of this name. */
    void add(final Object name, final Step step) {
        synchronized (this) {
            if (!closed) {
                steps.put(name, step);
                return;
            }
        }
        quietly(step);
        throw new Failure("The benchmark was told to stop.");
    }

    @Override
    public void close() {
        final Deque<Step> reverse = new ArrayDeque<>();
        synchronized (this) {
            closed = true;
            steps.values().forEach(reverse::addFirst);
            steps.clear();
        }
        reverse.forEach(Cleanup::quietly);
    }

    /** Nothing may keep the other steps from being done. */
    private static void quietly(final Step step) {
        try {
            step.run();
        } catch (final Exception e) {
            System.getLogger(Cleanup.class.getName()).log(System.Logger.Level.WARNING, "Something stays behind.", e);
        }
    }
}
