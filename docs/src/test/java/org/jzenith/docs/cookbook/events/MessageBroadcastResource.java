package org.jzenith.docs.cookbook.events;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseBroadcaster;
import jakarta.ws.rs.sse.SseEventSink;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;

@Singleton
@Path("/broadcast")
public final class MessageBroadcastResource {

    private static final int KEPT = 100;

    /** Each start has another one, because the numbers begin again. */
    private final String start = UUID.randomUUID() + "-";

    private final Deque<OutboundSseEvent> kept = new ArrayDeque<>();
    private final Sse sse;
    private final SseBroadcaster broadcaster;
    private long last;

    @Inject
    MessageBroadcastResource(final Sse sse) {
        this.sse = sse;
        this.broadcaster = sse.newBroadcaster();
    }

    @POST
    @Consumes(MediaType.TEXT_PLAIN)
    public void add(final String text) {
        synchronized (kept) {
            final OutboundSseEvent event = sse.newEventBuilder()
                    .id(start + String.format("%012d", ++last))
                    .data(text)
                    .build();
            kept.addLast(event);
            if (kept.size() > KEPT) {
                kept.removeFirst();
            }
            broadcaster.broadcast(event);
        }
    }

    // region listen
    /**
     * Sends the missed events and registers the sink under one lock, so that
     * no message comes in between.
     */
    @GET
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public void listen(
            @Context final SseEventSink sink,
            @HeaderParam("Last-Event-ID") @DefaultValue("") final String seen) {
        synchronized (kept) {
            for (final OutboundSseEvent event : kept) {
                if (!seen.startsWith(start) || event.getId().compareTo(seen) > 0) {
                    sink.send(event);
                }
            }
            broadcaster.register(sink);
        }
    }
    // endregion
}
