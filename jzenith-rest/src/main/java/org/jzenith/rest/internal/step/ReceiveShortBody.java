package org.jzenith.rest.internal.step;

import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestStep;

/**
 * Receives a short body before the request filters that may read it, so that they run on the event loop. A longer body, or one
 * without a Content-Length, is received only if a filter reads it, unless too many filters wait for bodies already.
 */
final class ReceiveShortBody implements RestStep {

    /** Bytes; the block size of received bodies. */
    private static final int SHORT = 64 * 1024;

    private final FilterBodyReads bodies;

    ReceiveShortBody(final FilterBodyReads bodies) {
        this.bodies = bodies;
    }

    @Override
    public boolean run(final RestInvocation invocation) {
        if (!invocation.exchange().isBodyOutstanding()) {
            return true;
        }
        final int length = invocation.headers().getLength();
        final boolean isShort = length >= 0 && length <= SHORT;
        if (isShort || !bodies.tryBegin()) {
            WholeBody.receive(invocation);
            return false;
        }
        return true;
    }

    @Override
    public String description() {
        return "receive body of at most 64K";
    }
}
