package org.jzenith.sql.internal.pipeline;

import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** The number of connections that may be open, which is also a part of a larger number. Safe for use by many threads. */
final class ConnectionAllowance {

    private final Semaphore permits;
    private final @Nullable ConnectionAllowance whole;

    /** @param whole the allowance on which this one counts, too; null for none */
    ConnectionAllowance(final int limit, final @Nullable ConnectionAllowance whole) {
        this.permits = new Semaphore(limit);
        this.whole = whole;
    }

    boolean tryAcquire() {
        if (!permits.tryAcquire()) {
            return false;
        }
        if (whole == null || whole.tryAcquire()) {
            return true;
        }
        permits.release();
        return false;
    }

    void release() {
        permits.release();
        if (whole != null) {
            whole.release();
        }
    }
}
