package org.jzenith.benchmark.scale;

/** Counts of the calls between the simulated engine and its consumers. */
final class RebalanceWork {

    int assigned;
    int revoked;
    int lost;
    int commits;

    /** Calls of consumers for partitions whose instance does not change. */
    int callsForOthers;

    /** Messages that were delivered and not committed when their partition moved, so that the next instance gets them again. */
    int redelivered;
}
