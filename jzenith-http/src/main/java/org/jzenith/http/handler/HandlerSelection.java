package org.jzenith.http.handler;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.ThreadLocalAccessor;
import org.jzenith.http.internal.request.RequestTarget;

/**
 * The current handler of a request, which guards and mounts replace. The request uses the thread-locals of that handler's task.
 * Used on the event loop of the request, except for the thread-locals.
 */
final class HandlerSelection implements ThreadLocalAccessor {

    private final Exchange exchange;
    private volatile @Nullable ThreadLocalAccessor current;
    private volatile @Nullable ThreadLocalAccessor earlier;

    /** Null if the listener's own handler responds. */
    private @Nullable HttpMount mount;

    /** Enters the next handler; null if there is no next handler. */
    private @Nullable Runnable next;

    HandlerSelection(final Exchange exchange) {
        this.exchange = exchange;
    }

    /**
     * Selects a handler.
     *
     * @param following enters the mount to which the handler can pass the request, if the guards allow that; null for
     *     none
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

    /** Reports the mount itself as the handler, because the request matches none of its routes. */
    void reportMount() {
        final HttpMount responding = Objects.requireNonNull(mount);
        exchange.matched(responding.route(), responding.name());
    }

    /** Selects a task, and replaces the thread-locals of the previous task. */
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

    /** Returns an action that enters the next handler; null if there is no next handler. */
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

    /** Removes the current thread-locals, including those of the task before, which this thread may still have. */
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
