package org.jzenith.websocket.internal.connection;

import java.util.concurrent.TimeUnit;

/** Limits the messages of one client: a token bucket that holds those of one second. Used on one event loop. */
final class MessageRate {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final int perSecond;
    private double tokens;
    private long countedAt = System.nanoTime();

    /** @param perSecond 0 for no limit */
    MessageRate(final int perSecond) {
        this.perSecond = perSecond;
        this.tokens = perSecond;
    }

    void count() {
        if (perSecond > 0) {
            refill();
            tokens--;
        }
    }

    /** Returns the time until a message may be read, in nanoseconds; 0 if one may be read now. */
    long waitNanos() {
        if (perSecond == 0 || tokens >= 1) {
            return 0;
        }
        refill();
        return tokens >= 1 ? 0 : (long) Math.ceil((1 - tokens) / perSecond * SECOND);
    }

    private void refill() {
        final long now = System.nanoTime();
        tokens = Math.min(perSecond, tokens + (double) (now - countedAt) * perSecond / SECOND);
        countedAt = now;
    }
}
