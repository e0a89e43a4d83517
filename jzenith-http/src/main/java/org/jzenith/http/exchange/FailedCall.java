package org.jzenith.http.exchange;

import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.ThreadLocalAccessor;

/** Takes the place of a call that its handler could not make: fails when it begins, so that the client gets a 500. */
record FailedCall(RuntimeException failure) implements HttpHandler.Call, ThreadLocalAccessor {

    /** The call of a handler, or one that fails. */
    static HttpHandler.Call orCallOf(final HttpHandler handler, final Exchange exchange) {
        try {
            return handler.call(exchange);
        } catch (final RuntimeException e) {
            return new FailedCall(e);
        }
    }

    @Override
    public void run() {
        throw failure;
    }

    @Override
    public ThreadLocalAccessor threadLocals() {
        return this;
    }

    @Override
    public void enter() {}

    @Override
    public void leave() {}

    @Override
    public @Nullable String description() {
        return null;
    }

    @Override
    public void disconnected() {}

    @Override
    public void unavailable(final String detail) {}

    @Override
    public void failed(final Throwable reason) {}

    @Override
    public void finished(final RequestContext context, final boolean atOnce) {}
}
