package org.jzenith.http.internal.admission;

import java.util.ArrayDeque;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Divides long work on an event loop, such as reading a body of many elements, into turns. All such work together has 2 ms a turn;
 * then the event loop serves its sockets. The next turn is scheduled, not executed, because Netty runs up to 64 executed tasks
 * before it serves the sockets. Used on that event loop only.
 */
public final class EventLoopTurns {

    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final ScheduledExecutorService eventLoop;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private boolean begun;
    private long begunAt;

    EventLoopTurns(final ScheduledExecutorService eventLoop) {
        this.eventLoop = eventLoop;
    }

    /** Returns true if work should go on in the {@link #next} turn. The first call starts a turn. */
    public boolean isOver() {
        if (!begun) {
            begin();
            return false;
        }
        return System.nanoTime() - begunAt > TURN_NANOS;
    }

    /** Runs work in the next turn that has time for it. */
    public void next(final Runnable work) {
        waiting.add(work);
        if (!begun) {
            begin();
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the work of a turn catches its failures
    private void begin() {
        begun = true;
        begunAt = System.nanoTime();
        eventLoop.schedule(this::served, 0, TimeUnit.NANOSECONDS);
    }

    /** Starts the next turn, after the sockets have been served. */
    private void served() {
        begun = false;
        if (waiting.isEmpty()) {
            return;
        }
        begin();
        Runnable work = waiting.poll();
        while (work != null) {
            work.run();
            work = isOver() ? null : waiting.poll();
        }
    }
}
