package org.jzenith.http.handler;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.ThreadLocalAccessor;
import org.jzenith.http.request.RequestTarget;

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

    /** Null if there is no other handler. */
    private @Nullable HttpMount nextMount;

    /** Enters the next mount, if the guards allow it; null without guards. */
    private @Nullable BiConsumer<HttpMount, RequestTarget> nextEntry;

    HandlerSelection(final Exchange exchange) {
        this.exchange = exchange;
    }

    /**
     * Selects a handler.
     *
     * @param following the mount to which the handler may pass the request; null for none
     * @param entry enters that mount, if the guards allow it; null without guards
     */
    void enter(
            final RequestHandler handler,
            final @Nullable HttpMount following,
            final @Nullable BiConsumer<HttpMount, RequestTarget> entry) {
        nextMount = following;
        nextEntry = entry;
        enter(exchange.taskOf(handler));
    }

    /** Selects a mount. */
    void enter(final HttpMount chosen, final RequestTarget asked) {
        mount = chosen;
        exchange.request().setTarget(chosen.path(), asked.below(chosen.path()));
        enter(chosen.handler(), null, null);
        exchange.matched(chosen.route(), chosen.name());
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

    /** Returns true if the present handler may pass the request to another. */
    boolean hasNext() {
        return nextMount != null;
    }

    /** Selects the next handler, if there is one. */
    void enterNext() {
        final HttpMount following = nextMount;
        final BiConsumer<HttpMount, RequestTarget> entry = nextEntry;
        final RequestTarget target = exchange.request().target();
        if (following != null && entry != null) {
            entry.accept(following, target);
        } else if (following != null) {
            enter(following, target);
        }
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
