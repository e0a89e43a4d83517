package org.jzenith.http.internal.admission;

import io.vertx.core.Vertx;
import java.util.List;

/**
 * A limit on the requests in flight of one event loop, which follows their latency: the gradient algorithm with two averages
 * of Netflix' concurrency-limits (Gradient2Limit, Apache License 2.0). While the latency of the last requests is at most 1.5 times
 * that of the long run, the limit grows by the square root of itself; beyond that it shrinks in proportion, at most to half. A fifth
 * of each change counts, ten times a second.
 *
 * <p>One thing differs: while the limit refuses requests, the average of the long run rises ten times slower, because it
 * measures a queue that the limit itself allows. Otherwise an overload of some minutes would raise the limit to its bound.
 * Used on its event loop only, except where a method says otherwise.
 */
public final class AdaptiveLimit {

    /**
     * The bounds of the limit.
     *
     * @param min requests of one event loop at a time
     * @param max requests of one event loop at a time
     * @param excludedPaths are neither counted nor refused, with what is below them
     */
    public record Bounds(int min, int max, List<String> excludedPaths) {}

    /** A latency sample: the time between the start and the end of a request. */
    public final class Sample {

        private final long begunNanos = System.nanoTime();
        private boolean ended;

        private Sample() {}

        /**
         * Ends the sample. Only the first call has an effect.
         *
         * @param representative true if the duration reflects the speed of the server
         */
        public void end(final boolean representative) {
            if (ended) {
                return;
            }
            ended = true;
            if (representative) {
                responded(System.nanoTime() - begunNanos);
            } else {
                ended();
            }
        }
    }

    /** The time after which {@link #check} is called again. */
    private static final long WINDOW_MILLIS = 100;

    private static final double TOLERANCE = 1.5;
    private static final double SMOOTHING = 0.2;
    private static final double MOST_SHRINKING = 0.5;
    private static final double RECOVERY = 0.95;
    private static final double TOO_LONG = 2;
    private static final int LONG_WINDOW = 600;
    private static final int WARM_UP = 10;
    private static final int LEAST_SAMPLES = 10;
    private static final double START = 100;
    private static final double SLOWER = 10;

    private final int min;
    private final int max;
    private double limit;
    private double longRun;
    private int windows;
    private int inFlight;
    private int mostInFlight;
    private long sum;
    private int samples;
    private boolean full;
    private volatile int checkedLimit;
    private volatile int checkedInFlight;

    AdaptiveLimit(final int min, final int max) {
        this.min = min;
        this.max = max;
        this.limit = Math.max(min, Math.min(max, START));
        this.checkedLimit = limit();
    }

    /** Creates a limit that checks itself as long as Vert.x works. */
    static AdaptiveLimit start(final Bounds bounds, final Vertx vertx) {
        final AdaptiveLimit made = new AdaptiveLimit(bounds.min(), bounds.max());
        vertx.setPeriodic(WINDOW_MILLIS, timer -> made.check());
        return made;
    }

    boolean hasRoom() {
        final boolean room = inFlight < (int) limit;
        full |= !room;
        return room;
    }

    int limit() {
        return (int) limit;
    }

    int inFlight() {
        return inFlight;
    }

    /** Returns the limit of the last check; may be called on any thread. */
    int checkedLimit() {
        return checkedLimit;
    }

    /** Returns the requests that were in flight at the last check; may be called on any thread. */
    int checkedInFlight() {
        return checkedInFlight;
    }

    /** Counts a request from now on, and takes its latency. */
    public Sample begin() {
        begun();
        return new Sample();
    }

    void begun() {
        inFlight++;
        mostInFlight = Math.max(mostInFlight, inFlight);
    }

    /** A request is no longer counted, and says nothing about the latency. */
    void ended() {
        inFlight--;
    }

    /** A request has its response. */
    void responded(final long nanos) {
        inFlight--;
        sum += nanos;
        samples++;
    }

    /** Called every {@link #WINDOW_MILLIS}. A window with few samples goes on. */
    void check() {
        if (samples >= LEAST_SAMPLES) {
            update((double) sum / samples);
            sum = 0;
            samples = 0;
            full = false;
            mostInFlight = inFlight;
        }
        checkedLimit = limit();
        checkedInFlight = inFlight;
    }

    private void update(final double latency) {
        windows = Math.min(LONG_WINDOW, windows + 1);
        final boolean isWarm = windows > WARM_UP;
        final double weight = isWarm ? 2.0 / (windows + 1) : 1.0 / windows;
        longRun += (latency - longRun) * (isWarm && full && latency > longRun ? weight / SLOWER : weight);
        if (longRun > TOO_LONG * latency) {
            longRun *= RECOVERY;
        }
        if (mostInFlight < limit / 2) {
            return; // the limit does not hold anybody up
        }
        final double gradient = Math.max(MOST_SHRINKING, Math.min(1, TOLERANCE * longRun / latency));
        final double next = limit * gradient + Math.sqrt(limit);
        limit = Math.max(min, Math.min(max, limit * (1 - SMOOTHING) + next * SMOOTHING));
    }
}
