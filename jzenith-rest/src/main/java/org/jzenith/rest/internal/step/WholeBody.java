package org.jzenith.rest.internal.step;

import org.jzenith.rest.internal.entity.ContentCodings;
import org.jzenith.rest.internal.pipeline.RestInvocation;

/** The receipt of a whole body. */
public final class WholeBody {

    private WholeBody() {}

    /** Starts to receive a body that has not arrived; the invocation waits for it. */
    public static void receive(final RestInvocation invocation) {
        check(invocation);
        invocation.suspension().beginUntilBody();
    }

    /** Refuses a body that the headers rule out already. */
    static void check(final RestInvocation invocation) {
        invocation.headers().checkNegotiation();
        if (!invocation.container().decodesBodies()) {
            ContentCodings.check(
                    invocation.exchange().request().headers(),
                    invocation.container().understood());
        }
    }
}
