package org.jzenith.test;

import java.util.HashSet;
import java.util.Set;

/**
 * Which applications of a test run are running at the same time. Threads cannot be told apart by application, so they
 * are only counted for one that was alone from start to stop. Safe for use by many threads.
 */
final class Concurrency {

    private final Set<Share> running = new HashSet<>();

    synchronized Share enter() {
        final Share share = new Share(running.isEmpty());
        running.forEach(other -> other.alone = false);
        running.add(share);
        return share;
    }

    /** The time of one application. */
    final class Share {

        private boolean alone;

        private Share(final boolean alone) {
            this.alone = alone;
        }

        boolean wasAlone() {
            synchronized (Concurrency.this) {
                return alone;
            }
        }

        void leave() {
            synchronized (Concurrency.this) {
                running.remove(this);
            }
        }
    }
}
