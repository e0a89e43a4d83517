package org.jzenith.benchmark.service;

import io.reactivex.Completable;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseBroadcaster;
import jakarta.ws.rs.sse.SseEventSink;

/** Sends what is posted to all who listen. */
@Singleton
@Path("/events")
public final class EventResource {

    private final Sse sse;
    private final SseBroadcaster broadcaster;

    @Inject
    EventResource(final Sse sse) {
        this.sse = sse;
        this.broadcaster = sse.newBroadcaster();
    }

    @GET
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public void listen(@Context final SseEventSink sink) {
        broadcaster.register(sink);
    }

    /** Sends the text as so many events. */
    @POST
    @Consumes(MediaType.TEXT_PLAIN)
    public Completable publish(@QueryParam("count") @DefaultValue("1") final int count, final String text) {
        for (int i = 0; i < count; i++) {
            final OutboundSseEvent event = sse.newEvent(text);
            broadcaster.broadcast(event);
        }
        return Completable.complete();
    }
}
