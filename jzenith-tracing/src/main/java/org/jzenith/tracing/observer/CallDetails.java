package org.jzenith.tracing.observer;

import io.opentelemetry.api.common.AttributesBuilder;
import org.jzenith.core.observe.OutboundEvent;
import org.jzenith.tracing.span.SpanDetails;

/**
 * The name and attributes of a call to another service. Not its events, which hold the request.
 * Written before the end of its span, read after it.
 */
final class CallDetails implements SpanDetails {

    private final String client;
    private final String method;
    private final String template;
    private volatile Reached server;

    private record Reached(String host, int port) {}

    CallDetails(final OutboundEvent.Begun begun) {
        this.client = begun.client();
        this.method = begun.method();
        this.template = begun.template();
        this.server = new Reached(begun.host(), begun.port());
    }

    /** Replaces the host that was tried first by the one that was reached. */
    void connected(final OutboundEvent.Connected event) {
        server = new Reached(event.host(), event.port());
    }

    @Override
    public String name() {
        return method + " " + template;
    }

    @Override
    public void addTo(final AttributesBuilder attributes) {
        final Reached reached = server;
        attributes
                .put("http.request.method", method)
                .put("url.template", template)
                .put("peer.service", client)
                .put("server.address", reached.host)
                .put("server.port", reached.port);
    }
}
