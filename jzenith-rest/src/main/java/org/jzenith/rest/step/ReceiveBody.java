package org.jzenith.rest.step;

import org.jzenith.rest.entity.ContentCodings;
import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.Step;

/** Waits until the whole body is there, if the request has one. */
public final class ReceiveBody implements Step {

    @Override
    public boolean run(final Invocation invocation) {
        if (!invocation.exchange().isBodyOutstanding()) {
            return true;
        }
        check(invocation);
        invocation.receiveBody();
        return false;
    }

    /** Refuses a body that the headers rule out already. */
    static void check(final Invocation invocation) {
        invocation.headers().checkNegotiation();
        if (!invocation.container().decodesBodies()) {
            ContentCodings.check(
                    invocation.exchange().request().headers(),
                    invocation.container().understood());
        }
    }
}
