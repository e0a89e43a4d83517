package org.jzenith.rest.invoke;

import jakarta.ws.rs.core.Configuration;
import java.lang.reflect.Method;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jzenith.rest.error.Errors;

/** A resource method with its steps, made at start. Immutable and safe for use by many threads. */
final class CompiledMethod implements Endpoint, Errors.RoutedMethod {

    private final RestInvoker invoker;
    private final String route;
    private final boolean hasPath;
    private final boolean observed;
    private final boolean takesSink;
    private final Step[] steps;

    /**
     * @param invoker what RESTEasy knows of the method
     * @param hasPath whether the method has a path of its own
     * @param steps of which the last one answers
     */
    CompiledMethod(final RestInvoker invoker, final boolean hasPath, final Step[] steps) {
        this.invoker = invoker;
        final String path = invoker.declared().getFullpath();
        this.route = path == null || path.isEmpty() ? "/" : path.startsWith("/") ? path : "/" + path;
        this.hasPath = hasPath;
        this.observed = invoker.getResponseFilters().length > 0 || invoker.getWriterInterceptors().length > 0;
        this.takesSink = AwaitEvents.takesSink(invoker.declared());
        this.steps = steps;
    }

    @Override
    public Step[] steps() {
        return steps;
    }

    @Override
    public ResourceLocator declared() {
        return invoker.declared();
    }

    RestInvoker invoker() {
        return invoker;
    }

    @Override
    public String route() {
        return route;
    }

    boolean hasPath() {
        return hasPath;
    }

    /** Whether response filters or writer interceptors see the responses of this method. */
    boolean isResponseObserved() {
        return observed;
    }

    /** Whether a parameter is an {@code SseEventSink}. */
    boolean takesSink() {
        return takesSink;
    }

    /** What {@code @Context Configuration} means in this method: dynamic features may have added to it. */
    Configuration configuration() {
        return invoker.providers();
    }

    @Override
    public Method getResourceMethod() {
        return invoker.getMethod();
    }

    @Override
    public Class<?> getResourceClass() {
        return invoker.getResourceClass();
    }

    @Override
    public String toString() {
        return getResourceClass().getSimpleName() + "." + getResourceMethod().getName();
    }
}
