package org.jzenith.rest.dispatch;

/** Waits until the whole body is there, if the request has one. */
final class ReceiveBody implements Step {

    @Override
    public boolean run(final Invocation invocation) {
        final Exchange exchange = invocation.exchange();
        if (!exchange.isBodyOutstanding()) {
            return true;
        }
        exchange.receiveBody(invocation.waitForResume());
        return false;
    }
}
