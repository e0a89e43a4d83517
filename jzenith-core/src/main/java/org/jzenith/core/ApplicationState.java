package org.jzenith.core;

import jakarta.inject.Inject;

/** For plugins: the phase of the application between start and stop. Injectable, safe for use by many threads. */
public final class ApplicationState {

    /** The phases of an application. */
    public enum Phase {
        /** Starting: not all listeners are open. */
        STARTING,
        /** All listeners are open. */
        RUNNING,
        /** The stop has started; load balancers should send new requests to other instances. */
        STOPPING,
        /** Everything is closed. */
        STOPPED
    }

    private volatile Phase phase = Phase.STARTING;

    /** Creates the state; called by jZenith. */
    @Inject
    public ApplicationState() {}

    /**
     * Returns the current phase.
     *
     * @return the phase
     */
    public Phase phase() {
        return phase;
    }

    void enter(final Phase next) {
        phase = next;
    }
}
