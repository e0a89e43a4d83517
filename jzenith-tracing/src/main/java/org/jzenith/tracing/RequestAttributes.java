package org.jzenith.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.RequestEvent;

/** The name and attributes of a request's span. */
final class RequestAttributes {

    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT");

    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private RequestAttributes() {}

    /** Returns the name of a request. The route is null until it is found. */
    static String name(final String method, final @Nullable String route) {
        final String shown = METHODS.contains(method) ? method : "HTTP";
        return route == null ? shown : shown + " " + route;
    }

    /** Adds the attributes known at the start of the request. Called before the request ends, while the headers are valid. */
    static void begun(final Span span, final RequestEvent.Begun event) {
        final String method = event.method();
        span.setAttribute("http.request.method", METHODS.contains(method) ? method : "_OTHER");
        if (!METHODS.contains(method)) {
            span.setAttribute("http.request.method_original", method);
        }
        final String target = event.target();
        final int query = target.indexOf('?');
        span.setAttribute("url.path", query < 0 ? target : target.substring(0, query));
        span.setAttribute("url.scheme", event.scheme());
        if (!event.client().isEmpty()) {
            span.setAttribute("network.peer.address", event.client());
        }
        if (event.version().startsWith("HTTP/")) {
            span.setAttribute("network.protocol.version", event.version().substring("HTTP/".length()));
        }
        span.setAttribute("jzenith.listener", event.plugin());
        addServer(span, event.headers().apply("Host"), event.scheme());
        span.setAttribute("user_agent.original", event.headers().apply("User-Agent"));
    }

    /** Adds the attributes known at the end. Sets the span's name, unless the application has set it. */
    static void ended(
            final ReadWriteSpan span,
            final String method,
            final @Nullable String route,
            final @Nullable Throwable error) {
        if (span.getName().equals(name(method, null))) {
            span.updateName(name(method, route));
        }
        span.setAttribute("http.route", route);
        if (error != null) {
            span.setAttribute("error.type", error.getClass().getName());
        }
    }

    /** Adds host and port of the Host header. Without a port, the default port of the scheme is used. */
    private static void addServer(final Span span, final @Nullable String server, final String scheme) {
        if (server == null || server.isEmpty()) {
            return;
        }
        final int bracket = server.lastIndexOf(']');
        final int colon = server.indexOf(':', bracket + 1);
        final String name = colon < 0 ? server : server.substring(0, colon);
        span.setAttribute("server.address", bracket > 0 && name.startsWith("[") ? name.substring(1, bracket) : name);
        final Integer port =
                colon < 0 ? Integer.valueOf(scheme.equals("https") ? HTTPS : HTTP) : port(server, colon + 1);
        if (port != null) {
            span.setAttribute("server.port", port);
        }
    }

    /** Returns the port; null if it is malformed. The server refuses such a request. */
    private static @Nullable Integer port(final String text, final int start) {
        try {
            return Integer.valueOf(text.substring(start));
        } catch (final NumberFormatException e) {
            return null;
        }
    }
}
