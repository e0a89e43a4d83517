package org.jzenith.rest.dispatch;

import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.SecurityContext;
import java.lang.reflect.Method;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.resteasy.core.ResourceMethodInvoker;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.plugins.server.Cleanables;
import org.jboss.resteasy.specimpl.ResteasyUriInfo;
import org.jboss.resteasy.spi.ResourceInvoker;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ThreadLocalAccessor;
import org.jzenith.rest.rx.Subscriptions;

/**
 * RESTEasy's context data of one request: what {@code @Context} proxies find, on any thread that works for the request.
 * On the express lane it is populated on first access, as RESTEasy would have done before the method. Safe for use by
 * many threads.
 */
final class ResteasyContextData extends ConcurrentHashMap<Class<?>, Object> implements ThreadLocalAccessor {

    private static final long serialVersionUID = 1L;

    private static final String OURS = "org.jzenith.";

    private final transient Exchange exchange;
    private transient volatile boolean populated;
    private transient volatile boolean complete;
    private transient volatile @Nullable RequestCleanables cleanables;

    // Guarded by the monitor.
    private transient boolean populating;
    private transient @Nullable ResourceInvoker found;

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
        if (!populated) {
            ResteasyContext.removeContextDataLevel(); // RESTEasy has added no level
            return;
        }
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

    /** RESTEasy populates the context from now on, and nothing else does. */
    synchronized void populatedByResteasy() {
        populated = true;
        complete = true;
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
        if (!complete && !((Class<?>) key).getName().startsWith(OURS)) {
            populate();
        }
        return super.get(key);
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

    private synchronized void populate() {
        if (complete || populating) {
            return; // another thread has populated it, or this call comes from the population
        }
        populating = true;
        try {
            if (!populated) {
                final RestRequest request = exchange.request();
                exchange.resteasy().pushContextObjects(request, exchange.response());
                found = exchange.resteasy().getInvoker(request);
                populated = true;
            }
            final Object resource = exchange.resource();
            if (resource != null) {
                setCurrentResource(resource);
                complete = true;
            }
        } finally {
            populating = false;
        }
    }

    /** Sets what RESTEasy sets after the resource is created, but not while it is being created. */
    private void setCurrentResource(final Object resource) {
        if (found instanceof ResourceMethodInvoker invoker) {
            final RestRequest request = exchange.request();
            request.setAttribute(ResourceMethodInvoker.class.getName(), invoker);
            final ResteasyUriInfo uri = request.getUri();
            if (invoker.getMethod().isAnnotationPresent(Path.class)) {
                uri.pushMatchedURI(uri.getMatchingPath());
            }
            uri.pushCurrentResource(resource);
            put(ResourceInfo.class, new InvokedResourceInfo(invoker.getMethod(), invoker.getResourceClass()));
        }
    }

    private record InvokedResourceInfo(Method method, Class<?> type) implements ResourceInfo {

        @Override
        public Method getResourceMethod() {
            return method;
        }

        @Override
        public Class<?> getResourceClass() {
            return type;
        }
    }
}
