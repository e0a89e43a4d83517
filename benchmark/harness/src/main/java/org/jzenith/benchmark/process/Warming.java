package org.jzenith.benchmark.process;

/** The speed of a program while it is warmed up: it is warm when two loads in a row have not made it faster. */
public final class Warming {

    private static final int ENOUGH_IN_VAIN = 2;
    private static final double NOTEWORTHY = 1.05;

    private double best;
    private int inVain;

    /** Creates it, for a program that was not loaded yet. */
    public Warming() {
        // the first load is the fastest so far
    }

    /**
     * Takes the speed of a load.
     *
     * @param requestsPerCpuSecond the speed
     */
    public void reached(final double requestsPerCpuSecond) {
        inVain = requestsPerCpuSecond < best * NOTEWORTHY ? inVain + 1 : 0;
        best = Math.max(best, requestsPerCpuSecond);
    }

    /**
     * Returns true if another load may make the program faster.
     *
     * @return false after two loads in vain
     */
    public boolean mayGetFaster() {
        return inVain < ENOUGH_IN_VAIN;
    }
}
