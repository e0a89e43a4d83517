package org.jzenith.http.handler;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.ThreadLocalAccessor;
import org.jzenith.http.internal.request.RequestTarget;

/**
 * Selects the handler of a request by its target and its guards, and replaces it. The thread-locals of the request are those of
 * the task of the present handler. Used on the event loop of the request, except for the thread-locals.
 */
final class HandlerSelection implements ThreadLocalAccessor {

    private final Exchange exchange;
    private volatile @Nullable ThreadLocalAccessor current;
    private volatile @Nullable ThreadLocalAccessor earlier;

    /** Null if the listener's own handler responds. */
    private @Nullable HttpMount mount;

    /** Enters the next handler; null if there is none. */
    private @Nullable Runnable next;

    HandlerSelection(final Exchange exchange) {
        this.exchange = exchange;
    }

    /**
     * Selects a handler.
     *
     * @param following enters the mount to which the handler may pass the request, if the guards allow it; null for none
     */
    void enter(final RequestHandler handler, final @Nullable Runnable following) {
        next = following;
        enter(exchange.taskOf(handler));
    }

    /** Selects a mount. */
    void enter(final HttpMount chosen, final RequestTarget asked) {
        mount = chosen;
        exchange.request().setTarget(chosen.path(), asked.below(chosen.path()));
        enter(chosen.handler(), null);
        if (!chosen.hasRoutes()) {
            exchange.matched(chosen.route(), chosen.name());
        }
    }

    /** Reports the mount as what handles the request, because it is for none of its routes. */
    void reportMount() {
        final HttpMount responding = Objects.requireNonNull(mount);
        exchange.matched(responding.route(), responding.name());
    }

    /** Selects a task, and replaces the thread-locals of the one before. */
    void enter(final RequestHandler.Task task) {
        exchange.setTask(task);
        final boolean entered = RequestContext.current() == exchange.context();
        if (entered) {
            leave();
        }
        earlier = current;
        current = task.threadLocals();
        if (entered) {
            enter();
        }
    }

    /** Returns what enters the handler to which the present one may pass the request; null if there is none. */
    @Nullable
    Runnable next() {
        return next;
    }

    /** Returns the mount that responds; null for the listener's own handler. */
    @Nullable
    HttpMount mount() {
        return mount;
    }

    @Override
    public void enter() {
        final ThreadLocalAccessor now = current;
        if (now != null) {
            now.enter();
        }
    }

    /** Removes the current values, including those that another thread entered before the task changed. */
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
