package org.jzenith.rest.dispatch;

import java.util.HashMap;
import java.util.Map;
import org.jboss.resteasy.core.ResteasyContext;
import org.jzenith.core.context.ThreadBound;
import org.jzenith.rest.rx.Subscriptions;

/** RESTEasy's thread-bound context of one request: what {@code @Context} proxies find on whatever thread. */
final class ResteasyLevel implements ThreadBound {

    private final Map<Class<?>, Object> level = new HashMap<>(64);

    ResteasyLevel(final Subscriptions subscriptions) {
        level.put(Subscriptions.class, subscriptions);
    }

    @Override
    public void enter() {
        ResteasyContext.pushContextDataMap(level);
    }

    /** All levels, as RESTEasy does not always remove what it adds. */
    @Override
    public void leave() {
        ResteasyContext.clearContextData();
    }
}
