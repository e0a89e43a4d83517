package org.jzenith.rest.step;

import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.Step;

/** Waits for the whole body, if the request has one. */
public final class ReceiveBody implements Step {

    @Override
    public boolean run(final Invocation invocation) {
        if (!invocation.exchange().isBodyOutstanding()) {
            return true;
        }
        WholeBody.receive(invocation);
        return false;
    }
}
