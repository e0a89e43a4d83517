package org.jzenith.tracing.observer;

import io.opentelemetry.api.common.AttributesBuilder;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.tracing.span.SpanDetails;

/** The name and attributes of a request. Written on its event loop before the end of its span, read after it. */
final class RequestDetails implements SpanDetails {

    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT");

    private static final int FAILED = 500;
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private final String plugin;
    private final String method;
    private final String target;
    private final String scheme;
    private final String version;
    private final String client;

    /** Null once the request has ended, because its headers are not valid then. */
    private RequestEvent.@Nullable Begun begun;

    private @Nullable String route;
    private @Nullable String reason;
    private @Nullable String errorType;
    private @Nullable String host;
    private @Nullable String userAgent;
    private int status;

    RequestDetails(final RequestEvent.Begun begun) {
        this.plugin = begun.plugin();
        this.method = begun.method();
        this.target = begun.target();
        this.scheme = begun.scheme();
        this.version = begun.version();
        this.client = begun.client();
        this.begun = begun;
    }

    void answered(
            final @Nullable String found, final int code, final @Nullable Throwable error, final boolean withHeaders) {
        status = code;
        errorType = error != null ? error.getClass().getName() : code >= FAILED ? Integer.toString(code) : null;
        ended(found, withHeaders);
    }

    void disposed(
            final @Nullable String found,
            final String why,
            final @Nullable Throwable error,
            final boolean withHeaders) {
        reason = why;
        errorType = error == null ? null : error.getClass().getName();
        ended(found, withHeaders);
    }

    private void ended(final @Nullable String found, final boolean withHeaders) {
        route = found;
        final RequestEvent.Begun head = begun;
        if (head != null && withHeaders) {
            host = head.headers().apply("Host");
            userAgent = head.headers().apply("User-Agent");
        }
        begun = null;
    }

    private boolean isKnown() {
        return METHODS.contains(method);
    }

    @Override
    public String name() {
        final String shown = isKnown() ? method : "HTTP";
        return route == null ? shown : shown + " " + route;
    }

    @Override
    public void addTo(final AttributesBuilder attributes) {
        attributes.put("http.request.method", isKnown() ? method : "_OTHER");
        if (!isKnown()) {
            attributes.put("http.request.method_original", method);
        }
        final int query = target.indexOf('?');
        attributes.put("url.path", query < 0 ? target : target.substring(0, query));
        attributes.put("url.scheme", scheme);
        if (!client.isEmpty()) {
            attributes.put("network.peer.address", client);
        }
        if (version.startsWith("HTTP/")) {
            attributes.put("network.protocol.version", version.substring("HTTP/".length()));
        }
        attributes.put("jzenith.listener", plugin);
        put(attributes, "http.route", route);
        put(attributes, "error.type", errorType);
        addServer(attributes);
        put(attributes, "user_agent.original", userAgent);
        put(attributes, "jzenith.disposed", reason);
        if (status > 0) {
            attributes.put("http.response.status_code", status);
        }
    }

    /** Adds host and port of the Host header; a host without a port has that of the scheme. */
    private void addServer(final AttributesBuilder attributes) {
        final String server = host;
        if (server == null || server.isEmpty()) {
            return;
        }
        final int bracket = server.lastIndexOf(']');
        final int colon = server.indexOf(':', bracket + 1);
        final String name = colon < 0 ? server : server.substring(0, colon);
        attributes.put("server.address", bracket > 0 && name.startsWith("[") ? name.substring(1, bracket) : name);
        final Integer port =
                colon < 0 ? Integer.valueOf(scheme.equals("https") ? HTTPS : HTTP) : port(server, colon + 1);
        if (port != null) {
            attributes.put("server.port", port);
        }
    }

    /** Returns null for a malformed port, whose request is refused. */
    private static @Nullable Integer port(final String text, final int start) {
        try {
            return Integer.valueOf(text.substring(start));
        } catch (final NumberFormatException e) {
            return null;
        }
    }

    private static void put(final AttributesBuilder attributes, final String name, final @Nullable String value) {
        if (value != null) {
            attributes.put(name, value);
        }
    }
}
