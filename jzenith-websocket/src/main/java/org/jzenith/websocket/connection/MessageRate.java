package org.jzenith.websocket.connection;

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

    /** How long no message may come; 0 if one may come now. */
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
