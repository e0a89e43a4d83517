package org.jzenith.tracing.observer;

import io.opentelemetry.api.common.AttributesBuilder;
import org.jzenith.core.observe.OutboundEvent;
import org.jzenith.tracing.span.SpanDetails;

/** The name and attributes of a call to another service. Written before the end of its span, read after it. */
final class CallDetails implements SpanDetails {

    private final OutboundEvent.Begun begun;
    private volatile Server server;

    private record Server(String host, int port) {}

    CallDetails(final OutboundEvent.Begun begun) {
        this.begun = begun;
        this.server = new Server(begun.host(), begun.port());
    }

    /** Replaces the host that was tried first by the one that was reached. */
    void connected(final OutboundEvent.Connected event) {
        server = new Server(event.host(), event.port());
    }

    @Override
    public String name() {
        return begun.method() + " " + begun.template();
    }

    @Override
    public void addTo(final AttributesBuilder attributes) {
        final Server reached = server;
        attributes
                .put("http.request.method", begun.method())
                .put("url.template", begun.template())
                .put("peer.service", begun.client())
                .put("server.address", reached.host)
                .put("server.port", reached.port);
    }
}
