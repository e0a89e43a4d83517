package org.jzenith.rest.pipeline;

import org.jzenith.rest.resteasy.RestInvoker;
import org.jzenith.rest.sse.AwaitEvents;

import jakarta.ws.rs.core.Configuration;
import java.lang.reflect.Method;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jzenith.rest.error.Errors;

/** A resource method with its steps, made at start. Immutable and safe for use by many threads. */
public final class CompiledMethod implements Endpoint, Errors.RoutedMethod {

    public final RestInvoker invoker;
    private final String route;
    private final boolean hasPath;
    private final boolean observed;
    public final boolean takesSink;
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

    public RestInvoker invoker() {
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
    public boolean takesSink() {
        return takesSink;
    }

    /** What {@code @Context Configuration} means in this method: dynamic features may have added to it. */
    public Configuration configuration() {
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
