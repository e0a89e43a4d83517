package org.jzenith.test.internal.leak;

import java.util.HashSet;
import java.util.Set;

/**
 * The applications that run at the same time in a test run. It is not known to which application a
 * thread belongs, so threads are only checked for an application that was the only one from start to stop. Safe for use by many threads.
 */
public final class ConcurrentApplications {

    private final Set<Registration> running = new HashSet<>();

    public synchronized Registration register() {
        final Registration registration = new Registration(running.isEmpty());
        running.forEach(other -> other.alone = false);
        running.add(registration);
        return registration;
    }

    /** One running application. */
    public final class Registration {

        private boolean alone;

        private Registration(final boolean alone) {
            this.alone = alone;
        }

        public boolean wasAlone() {
            synchronized (ConcurrentApplications.this) {
                return alone;
            }
        }

        public void remove() {
            synchronized (ConcurrentApplications.this) {
                running.remove(this);
            }
        }
    }
}
