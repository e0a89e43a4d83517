package org.jzenith.http.exchange;

import org.jspecify.annotations.Nullable;

/**
 * Where a request stands: its phase, its place in the list of requests in flight on its event loop, the timer of its
 * deadline, and whether it counts for the limit that follows latency. The exchange extends this, so that the list and the
 * phases need no further objects. Used on the event loop of the request.
 */
abstract class RequestLifecycle {

    /** The phases of a request; it begins with {@code WORK}. */
    private enum Phase {
        /** The whole body is awaited, and nothing else works for the request. */
        BODY,
        /** The response is still to be made. */
        WORK,
        /** The head of the response is written, and content follows. */
        STREAM,
        /** The request has its response, or will get none. */
        FINISHED
    }

    private @Nullable Exchange next;
    private @Nullable Exchange previous;
    private Phase phase = Phase.WORK;
    private boolean inFlight;

    /** Null if the request has no deadline of its own. */
    private @Nullable DeadlineTimer deadlineTimer;

    /** Null if the request does not count for the limit that follows latency. */
    private @Nullable LatencySample sample;

    /**
     * Whether the request has its response, or will get none.
     *
     * @return true for ever once it is
     */
    public final boolean isFinished() {
        return phase == Phase.FINISHED;
    }

    /** Also while a refusal is delayed. */
    final boolean isWorking() {
        return phase == Phase.WORK;
    }

    final boolean isAwaitingBody() {
        return phase == Phase.BODY;
    }

    final boolean isStreaming() {
        return phase == Phase.STREAM;
    }

    final boolean hasBegunResponse() {
        return phase == Phase.STREAM || phase == Phase.FINISHED;
    }

    final void awaitBody() {
        phase = Phase.BODY;
    }

    /** The whole body is there. */
    final void endBody() {
        phase = Phase.WORK;
    }

    final void beginStream() {
        phase = Phase.STREAM;
    }

    final void endPhases() {
        phase = Phase.FINISHED;
    }

    /** Whether the request is in the list of its event loop. */
    final boolean isInFlight() {
        return inFlight;
    }

    final void beginInFlight() {
        inFlight = true;
    }

    /** Returns whether it was in flight. */
    final boolean endInFlight() {
        final boolean was = inFlight;
        inFlight = false;
        return was;
    }

    /** Takes the place of the timer that runs. */
    final void setDeadlineTimer(final DeadlineTimer started) {
        cancelDeadlineTimer();
        deadlineTimer = started;
    }

    final void cancelDeadlineTimer() {
        if (deadlineTimer != null) {
            deadlineTimer.cancel();
            deadlineTimer = null;
        }
    }

    /** From now on the request counts for the limit that follows latency. */
    final void count(final LatencySample counted) {
        sample = counted;
    }

    /** The request counts no longer, and says nothing about the server. */
    final void discardSample() {
        endSample(false);
    }

    /**
     * The request counts no longer.
     *
     * @param telling whether the time that it has taken says how fast the server is
     */
    final void endSample(final boolean telling) {
        final LatencySample counted = sample;
        if (counted == null) {
            return;
        }
        sample = null;
        if (telling) {
            counted.answered();
        } else {
            counted.discarded();
        }
    }

    /** Inserts a request before another. */
    static void link(final Exchange first, final @Nullable Exchange after) {
        first.setNext(after);
        if (after != null) {
            after.setPrevious(first);
        }
    }

    /** Removes this request from the list; returns the one after it. */
    final @Nullable Exchange unlink() {
        final Exchange after = next;
        final Exchange before = previous;
        if (after != null) {
            after.setPrevious(before);
        }
        if (before != null) {
            before.setNext(after);
        }
        next = null;
        previous = null;
        return after;
    }

    final @Nullable Exchange next() {
        return next;
    }

    final void setNext(final @Nullable Exchange changed) {
        next = changed;
    }

    final void setPrevious(final @Nullable Exchange changed) {
        previous = changed;
    }
}
