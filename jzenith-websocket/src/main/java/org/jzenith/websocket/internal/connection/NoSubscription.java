package org.jzenith.websocket.internal.connection;

import org.reactivestreams.Subscription;

/** One that gives nothing. */
enum NoSubscription implements Subscription {
    INSTANCE;

    @Override
    public void request(final long n) {}

    @Override
    public void cancel() {}
}
