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
 * RESTEasy's thread-bound context of one request: what {@code @Context} proxies find on whatever thread. A request on
 * the express lane furnishes it when somebody asks, as RESTEasy would have done before. Safe for use by many threads, as
 * a request may work on several at once.
 */
final class ResteasyLevel extends ConcurrentHashMap<Class<?>, Object> implements ThreadLocalAccessor {

    private static final long serialVersionUID = 1L;

    private static final String OURS = "org.jzenith.";

    private final transient Exchange exchange;
    private transient volatile boolean furnished;
    private transient volatile boolean complete;
    private transient volatile @Nullable RequestCleanables cleanables;

    // These belong to the monitor.
    private transient boolean furnishing;
    private transient @Nullable ResourceInvoker found;

    ResteasyLevel(final Exchange exchange) {
        this.exchange = exchange;
    }

    @Override
    public void enter() {
        ResteasyContext.pushContextDataMap(this);
    }

    /** All levels, as RESTEasy does not always remove what it adds. */
    @Override
    public void leave() {
        if (!furnished) {
            ResteasyContext.removeContextDataLevel(); // RESTEasy was not here
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

    /** RESTEasy puts in what is needed, and nothing else does from now on. */
    synchronized void leaveToResteasy() {
        furnished = true;
        complete = true;
    }

    /** Does what readers have left to do for the end of the request, as soon as nobody works for it any more. */
    void end() {
        final RequestCleanables made = cleanables;
        if (made != null) {
            made.end();
        }
    }

    /** Made by whoever asks first, on whatever thread. */
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
                made.end(); // the request did not see it
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
            final Object said = super.get(key);
            return said == null ? exchange.anonymous() : said;
        }
        if (!complete && !((Class<?>) key).getName().startsWith(OURS)) {
            furnish();
        }
        return super.get(key);
    }

    @Override
    public boolean containsKey(final Object key) {
        return get(key) != null;
    }

    /** RESTEasy has a null for what it does not know. */
    @Override
    public @Nullable Object put(final Class<?> key, final @Nullable Object value) {
        return value == null ? remove(key) : super.put(key, value);
    }

    private synchronized void furnish() {
        if (complete || furnishing) {
            return; // another thread has done it, or this one asks while it does
        }
        furnishing = true;
        try {
            if (!furnished) {
                final RestRequest request = exchange.request();
                exchange.resteasy().pushContextObjects(request, exchange.response());
                found = exchange.resteasy().getInvoker(request);
                furnished = true;
            }
            final Object resource = exchange.resource();
            if (resource != null) {
                introduce(resource);
                complete = true;
            }
        } finally {
            furnishing = false;
        }
    }

    /** What RESTEasy tells once there is a resource, but not while it is being made. */
    private void introduce(final Object resource) {
        if (found instanceof ResourceMethodInvoker invoker) {
            final RestRequest request = exchange.request();
            request.setAttribute(ResourceMethodInvoker.class.getName(), invoker);
            final ResteasyUriInfo uri = request.getUri();
            if (invoker.getMethod().isAnnotationPresent(Path.class)) {
                uri.pushMatchedURI(uri.getMatchingPath());
            }
            uri.pushCurrentResource(resource);
            put(ResourceInfo.class, new Invoked(invoker.getMethod(), invoker.getResourceClass()));
        }
    }

    private record Invoked(Method method, Class<?> type) implements ResourceInfo {

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
