package org.jzenith.http.handler;

import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.ThreadLocalAccessor;
import org.jzenith.http.request.RequestExecutor;

/** Thread-locals of a request whose handler can be replaced. */
final class CallThreadLocals implements ThreadLocalAccessor {

    private final RequestExecutor exchange;
    private volatile @Nullable ThreadLocalAccessor current;
    private volatile @Nullable ThreadLocalAccessor earlier;

    CallThreadLocals(final RequestExecutor exchange) {
        this.exchange = exchange;
    }

    /** Replaces the call that works for the request. Called on its event loop. */
    void replace(final @Nullable ThreadLocalAccessor next, final RequestContext context) {
        final boolean entered = RequestContext.current() == context;
        if (entered) {
            leave();
        }
        earlier = current;
        current = next;
        if (entered) {
            enter();
        }
    }

    @Override
    public void enter() {
        final ThreadLocalAccessor now = current;
        if (now != null) {
            now.enter();
        }
    }

    /** Removes the current values, including those that another thread entered before the call changed. */
    @Override
    public void leave() {
        final ThreadLocalAccessor now = current;
        if (now != null) {
            now.leave();
        }
        final ThreadLocalAccessor before = earlier;
        if (before != null) {
            before.leave();
        }
    }

    @Override
    public void fatalError(final VirtualMachineError error) {
        exchange.executeLater(() -> {
            throw error;
        });
    }

    @Override
    public String description() {
        return exchange.description();
    }
}
