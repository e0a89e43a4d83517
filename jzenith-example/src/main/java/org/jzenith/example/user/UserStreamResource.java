package org.jzenith.example.user;

import io.reactivex.Flowable;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;

/** All users, and what happens to them. */
@Singleton
@Path("/users")
public final class UserStreamResource {

    private final UserService users;
    private final UserChanges changes;
    private final Sse sse;

    @Inject
    UserStreamResource(final UserService users, final UserChanges changes, final Sse sse) {
        this.users = users;
        this.changes = changes;
        this.sse = sse;
    }

    // region users
    @GET
    @Produces({
        MediaType.APPLICATION_JSON,
        "application/x-ndjson;qs=0.9",
        "text/csv;qs=0.8",
        MediaType.SERVER_SENT_EVENTS + ";qs=0.7"
    })
    public Flowable<User> all() {
        return users.all();
    }

    // endregion

    // region changes
    @GET
    @Path("/changes")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public Flowable<OutboundSseEvent> changes(@HeaderParam("Last-Event-ID") @DefaultValue("0") final long last) {
        return changes.after(last)
                .map(change -> sse.newEventBuilder()
                        .id(Long.toString(change.number()))
                        .data(change)
                        .build());
    }
    // endregion
}
