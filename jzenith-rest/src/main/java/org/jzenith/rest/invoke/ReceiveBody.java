package org.jzenith.rest.invoke;

/** Waits until the whole body is there, if the request has one. */
final class ReceiveBody implements Step {

    @Override
    public boolean run(final Invocation invocation) {
        if (!invocation.exchange().isBodyOutstanding()) {
            return true;
        }
        invocation.headers().checkNegotiation();
        if (!invocation.pipeline().decodesBodies()) {
            ContentCodings.check(
                    invocation.exchange().request().headers(),
                    ContentCodings.understood(invocation.pipeline().bodies().decoded()));
        }
        invocation.receiveBody();
        return false;
    }
}
