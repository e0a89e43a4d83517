package org.jzenith.postgresql.connection;

import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a line that many callers share may be given, and what happens when its oldest statement holds up the others: if
 * nobody waits for it, the server is asked to stop it; if it is slow, the pipeline uses another line. Belongs to the
 * event loop of the line.
 */
final class Flow {

    /** How often the oldest statement is looked at. */
    static final long LOOK_MILLIS = 10;

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS);
    private static final long CANCEL_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long LATE_HIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Pipeline pipeline;
    private final Line line;
    private final long slowNanos;
    private final SendWindow window;
    private final ArrayDeque<Call> rests = new ArrayDeque<>(0);
    private @Nullable Running looked;
    private long lookedAt;
    private long since;
    private long releasedAt;
    private boolean slow;
    private boolean held;
    private int answers;
    private int answersBefore;

    Flow(final Pipeline pipeline, final Line line, final int windowLimit, final long slowNanos) {
        this.pipeline = pipeline;
        this.line = line;
        this.slowNanos = slowNanos;
        this.window = new SendWindow(windowLimit);
        this.lookedAt = System.nanoTime();
        this.releasedAt = lookedAt - LATE_HIT_NANOS;
    }

    Line line() {
        return line;
    }

    /** How many statements may be sent now. */
    int room() {
        return held ? 0 : window.room(line.underWay());
    }

    /** Whether later statements should go elsewhere. */
    boolean isBlocked() {
        return slow || held;
    }

    void answered() {
        answers++;
        slow = false;
        window.answered();
        if (line.underWay() == 0) {
            looked = null;
        }
        pipeline.answered(this);
    }

    /** The oldest statement under way, at regular times. */
    void look(final Running oldest, final long now) {
        final long elapsed = now - lookedAt;
        lookedAt = now;
        if (oldest != looked) {
            looked = oldest;
            since = now;
            window.moved(line.underWay());
        } else {
            final boolean late = elapsed > 3 * LOOK_NANOS;
            if (late) {
                // The event loop itself was late, and the answer may have come: only a part of the time counts.
                since += elapsed - LOOK_NANOS;
            }
            slow = now - since >= slowNanos;
            if (!late) {
                window.stalled(slow);
            }
            if (slow && !oldest.isWanted()) {
                cancelOldest(now);
            }
        }
        pipeline.looked(this, now);
    }

    /** Nothing is sent until the request has arrived, as it stops whatever the connection works on then. */
    private void cancelOldest(final long now) {
        if (held || now - releasedAt < CANCEL_PAUSE_NANOS) {
            return;
        }
        final Future<Void> cancelled = line.cancelOldest();
        if (cancelled != null) {
            held = true;
            cancelled.onComplete(arrived -> line.context().runOnContext(onLoop -> release(arrived.succeeded())));
        }
    }

    private void release(final boolean arrived) {
        if (arrived) {
            held = false;
            releasedAt = System.nanoTime();
            pipeline.answered(this);
        } else {
            line.whenQuiet(line::close);
        }
    }

    /** Whether a request to stop another statement may have stopped one that was under way. */
    boolean mayHaveHitAnother() {
        return held || System.nanoTime() - releasedAt < LATE_HIT_NANOS;
    }

    /** Keeps the rest of a call whose first statements were sent here, until there is room again. */
    void keep(final Call begun) {
        rests.addLast(begun);
    }

    boolean hasRest() {
        return !rests.isEmpty();
    }

    void sendRest() {
        while (hasRest() && room() > 0) {
            final Call begun = rests.getFirst();
            if (begun.isWanted()) {
                begun.send(line, room());
            }
            if (rests.peekFirst() == begun && (begun.unsent() == 0 || !begun.isWanted())) {
                rests.removeFirst();
            }
        }
    }

    void lost(final RuntimeException reason) {
        final List<Call> begun = List.copyOf(rests);
        rests.clear();
        begun.forEach(call -> call.refuse(reason));
    }

    /** Whether there was nothing to do since this was asked last. */
    boolean isIdle() {
        final boolean idle = answers == answersBefore && line.underWay() == 0 && !hasRest();
        answersBefore = answers;
        return idle;
    }
}
