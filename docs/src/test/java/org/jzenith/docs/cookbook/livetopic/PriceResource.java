package org.jzenith.docs.cookbook.livetopic;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import org.jzenith.messages.Messages;
import org.jzenith.messages.Topic;
import org.jzenith.messages.live.LiveEvents;

// region resource
@Path("/prices")
public final class PriceResource {

    static final Topic<Price> PRICES =
            Topic.of("prices", Price.class).keyedBy(Price::article);

    private final Messages messages;
    private final LiveEvents live;

    @Inject
    PriceResource(final Messages messages, final LiveEvents live) {
        this.messages = messages;
        this.live = live;
    }

    @PUT
    @Path("{article}/{cents}")
    public Completable set(
            @PathParam("article") final String article,
            @PathParam("cents") final int cents) {
        return messages.publish(PRICES, new Price(article, cents));
    }

    @GET
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public Flowable<OutboundSseEvent> events(
            @HeaderParam("Last-Event-ID") final String last) {
        return live.events(PRICES, last);
    }
}
// endregion
