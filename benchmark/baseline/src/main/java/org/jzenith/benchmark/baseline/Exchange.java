package org.jzenith.benchmark.baseline;

import io.opentelemetry.api.trace.Span;
import io.vertx.core.http.HttpServerRequest;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request and what its {@link Feature features} tell each other. Belongs to an event loop. */
final class Exchange {

    /** The paths that are their own routes, because they have no parameters. */
    private static final Set<String> ROUTES = Set.of("/json", "/orders/validated", "/orders/stored");

    private final HttpServerRequest request;
    private final long begun = System.nanoTime();
    private String id = "";
    private @Nullable VerifiedUser user;
    private boolean routed = true;
    private @Nullable Span span;
    private @Nullable Consumer<Exchange> atEnd;

    Exchange(final HttpServerRequest request) {
        this.request = request;
    }

    HttpServerRequest request() {
        return request;
    }

    long begun() {
        return begun;
    }

    String id() {
        return id;
    }

    void setId(final String newId) {
        id = newId;
    }

    /** The path if it is a route of its own, because it has no parameters; otherwise empty. */
    String route() {
        final String path = request.path();
        return routed && ROUTES.contains(path) ? path : "";
    }

    /** Called if the request is refused before a route is looked for. */
    void setUnrouted() {
        routed = false;
    }

    /** The span of the request; null without traces. */
    @Nullable
    Span span() {
        return span;
    }

    void setSpan(final Span started) {
        span = started;
    }

    /** Adds an action after the last byte of the response. */
    void atEnd(final Consumer<Exchange> action) {
        if (atEnd == null) {
            atEnd = action;
            request.response().bodyEndHandler(ended -> end());
        } else {
            atEnd = atEnd.andThen(action);
        }
    }

    private void end() {
        if (atEnd != null) {
            atEnd.accept(this);
        }
    }

    /** The user; null for an anonymous one. */
    @Nullable
    VerifiedUser user() {
        return user;
    }

    void setUser(final VerifiedUser authenticated) {
        user = authenticated;
    }
}
