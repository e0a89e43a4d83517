package org.jzenith.rest.internal.pipeline;

import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.MediaType;
import java.util.Objects;
import org.jboss.resteasy.core.ResourceMethodInvoker;
import org.jboss.resteasy.core.registry.SegmentNode;
import org.jboss.resteasy.specimpl.ResteasyUriInfo;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.resteasy.RequestUri;
import org.jzenith.rest.internal.resteasy.ResteasyContextData;
import org.jzenith.rest.internal.resteasy.RoutedCall;

/**
 * The call of the method or locator that a request has matched: its resource, its arguments and what it has returned. The steps fill
 * it.
 */
public final class MethodCall implements RoutedCall {

    private final ResteasyContextData data;
    private @Nullable PathMatch pathMatch;
    private @Nullable Object resource;
    private Object @Nullable [] arguments;
    private @Nullable Object returned;

    MethodCall(final ResteasyContextData data) {
        this.data = data;
    }

    /** Starts the call of a method, or of the next locator on the way to it. */
    void begin(final PathMatch found) {
        pathMatch = found;
        arguments = null; // those of the locator
        final RequestUri uri = data.uriIfMade();
        if (uri != null) {
            uri.matched(found::describeThis);
        }
    }

    /** Returns the last match, of a method or locator; null before there is one. */
    public @Nullable PathMatch pathMatch() {
        return pathMatch;
    }

    /** Returns the matched resource method; null before it is known. */
    @Nullable
    RestMethod method() {
        return pathMatch != null && pathMatch.selection().target() instanceof final RouteTarget.CompiledMethod compiled
                ? compiled.model()
                : null;
    }

    /** Returns the media type of the response, as far as it is chosen. */
    public MediaType chosenType() {
        return pathMatch == null
                ? MediaType.WILDCARD_TYPE
                : pathMatch.selection().chosen();
    }

    /** Sets the object whose method is called next. */
    public void setResource(final Object made) {
        resource = made;
        final RequestUri uri = data.uriIfMade();
        if (uri != null) {
            uri.found(made);
        }
    }

    /** Returns the object whose method is called. */
    public Object resource() {
        return Objects.requireNonNull(resource);
    }

    /** Sets the arguments of the method. */
    public void setArguments(final Object @Nullable [] values) {
        arguments = values;
    }

    /** Returns the arguments of the method; null if it has none. */
    public Object @Nullable [] arguments() {
        return arguments;
    }

    /** Sets the value that the method has returned. */
    public void setReturned(final @Nullable Object value) {
        returned = value;
    }

    /** Returns the value that the method has returned. */
    public @Nullable Object returned() {
        return returned;
    }

    @Override
    public @Nullable ResourceInfo resourceInfo() {
        return method();
    }

    @Override
    public @Nullable Configuration configuration() {
        final RestMethod method = method();
        return method == null ? null : method.metadata().providers();
    }

    @Override
    public void describe(final ResteasyUriInfo uri) {
        if (pathMatch != null) {
            pathMatch.describe(uri);
            if (resource != null) {
                uri.pushCurrentResource(resource);
            }
        }
    }

    @Override
    public @Nullable Object attribute(final String name) {
        final RestMethod method = method();
        if (method == null) {
            return null;
        }
        if (name.equals(ResourceMethodInvoker.class.getName())) {
            return method.metadata();
        }
        return name.equals(SegmentNode.RESTEASY_CHOSEN_ACCEPT) ? chosenType() : null;
    }
}
