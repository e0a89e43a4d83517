package org.jzenith.rest.dispatch;

import jakarta.ws.rs.core.SecurityContext;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.plugins.server.Cleanables;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ThreadLocalAccessor;
import org.jzenith.rest.rx.Subscriptions;

/**
 * RESTEasy's context data of one request: what {@code @Context} proxies find, on any thread that works for the request.
 * What it holds is created on first access. Safe for use by many threads.
 */
final class ResteasyContextData extends ConcurrentHashMap<Class<?>, Object> implements ThreadLocalAccessor {

    private static final long serialVersionUID = 1L;

    private final transient Exchange exchange;
    private transient volatile @Nullable RequestCleanables cleanables;

    ResteasyContextData(final Exchange exchange) {
        this.exchange = exchange;
    }

    @Override
    public void enter() {
        ResteasyContext.pushContextDataMap(this);
    }

    /** Removes all levels, because RESTEasy does not always remove those that it adds. */
    @Override
    public void leave() {
        for (int count = ResteasyContext.getContextDataLevelCount(); count > 0; count--) {
            ResteasyContext.removeContextDataLevel();
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

    /** Runs the cleanup of body readers when the request has ended and no other thread works for it. */
    void end() {
        final RequestCleanables made = cleanables;
        if (made != null) {
            made.end();
        }
    }

    /** Created on first use, on any thread. */
    RequestCleanables cleanables() {
        final RequestCleanables made = cleanables;
        return made == null ? makeCleanables() : made;
    }

    private synchronized RequestCleanables makeCleanables() {
        RequestCleanables made = cleanables;
        if (made == null) {
            made = new RequestCleanables();
            cleanables = made;
            if (exchange.subscriptions().isEnded()) {
                made.end(); // the request has ended without it
            }
        }
        return made;
    }

    @Override
    public @Nullable Object get(final Object key) {
        if (key == Subscriptions.class) {
            return exchange.subscriptions();
        }
        if (key == Cleanables.class) {
            return cleanables();
        }
        if (key == SecurityContext.class) {
            final Object own = super.get(key);
            return own == null ? exchange.anonymous() : own;
        }
        final Object own = super.get(key);
        return own == null ? created((Class<?>) key) : own;
    }

    /** Null if nobody has asked for it. */
    <T> @Nullable T ifMade(final Class<T> type) {
        return type.cast(super.get(type));
    }

    /** On first use, on any thread. */
    private synchronized @Nullable Object created(final Class<?> type) {
        final Object known = super.get(type);
        if (known != null) {
            return known;
        }
        final Object created = exchange.contextObject(type);
        if (created != null) {
            super.put(type, created);
        }
        return created;
    }

    @Override
    public boolean containsKey(final Object key) {
        return get(key) != null;
    }

    /** RESTEasy puts null for an absent value. */
    @Override
    public @Nullable Object put(final Class<?> key, final @Nullable Object value) {
        return value == null ? remove(key) : super.put(key, value);
    }
}
