package org.jzenith.rest.internal.step;

import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestStep;

/** Waits for the whole body, if the request has one. */
public final class ReceiveBody implements RestStep {

    @Override
    public boolean run(final RestInvocation invocation) {
        if (!invocation.exchange().isBodyOutstanding()) {
            return true;
        }
        WholeBody.receive(invocation);
        return false;
    }
}
