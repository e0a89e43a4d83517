package org.jzenith.benchmark.scale;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.messages.engine.StoredMessage;

/** A partition of the simulated engine, to whose thread it belongs. */
final class SimulatedPartition {

    final int number;
    final List<StoredMessage> log = new ArrayList<>();

    /** The instance that has it, also while it gives it back; null if none has. */
    @Nullable
    SimulatedSession owner;

    /** The instance that gets it next; null if the owner keeps it. */
    @Nullable
    SimulatedSession next;

    boolean revoking;
    boolean paused;
    boolean reading;
    long term;
    long committed;
    long delivered;

    SimulatedPartition(final int number) {
        this.number = number;
    }

    /** Returns the instance that has it when all that is in progress has ended. */
    @Nullable
    SimulatedSession target() {
        return revoking ? next : owner;
    }
}
