package org.jzenith.core;

import jakarta.inject.Inject;

/** How far the application has come in its life. Injectable, safe for use by many threads. */
public final class ApplicationState {

    /** The stations of a life. */
    public enum Phase {
        /** Not all doors are open yet. */
        STARTING,
        /** All doors are open. */
        RUNNING,
        /** The stop has begun; new traffic should go elsewhere. */
        STOPPING,
        /** Everything is closed. */
        STOPPED
    }

    private volatile Phase phase = Phase.STARTING;

    /** Made by the framework. */
    @Inject
    public ApplicationState() {}

    /**
     * The current station.
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
