package org.jzenith.example.user;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.annotation.security.PermitAll;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.validation.Valid;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import org.jspecify.annotations.Nullable;
import org.jzenith.messages.live.LiveEvents;
import org.jzenith.rest.body.MaxBodySize;
import org.jzenith.rest.body.MaxElements;

/** All users as a stream, and their changes as they happen. */
@Singleton
@Path("/users")
@PermitAll
public final class UserStreamResource {

    private final UserService users;
    private final LiveEvents live;

    @Inject
    UserStreamResource(final UserService users, final LiveEvents live) {
        this.users = users;
        this.live = live;
    }

    // region users
    @GET
    @Path("/export")
    @Operation(summary = "Export all users")
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

    // region import
    /** Creates a user for each element, one after the other. If an element is refused, the users before it are kept. */
    @POST
    @Path("/import")
    @Operation(summary = "Import users", description = "If a user is refused, the users before it are kept.")
    @ApiResponse(responseCode = "409", description = "An e-mail address is taken.")
    @Consumes({MediaType.APPLICATION_JSON, "application/x-ndjson", "text/csv"})
    @Produces(MediaType.APPLICATION_JSON)
    @MaxBodySize("1G")
    @MaxElements(MaxElements.UNLIMITED)
    public Single<Imported> add(final Flowable<@Valid UserData> all) {
        return all.concatMapSingleDelayError(users::create, false, 1).count().map(Imported::new);
    }

    // endregion

    /**
     * The result of an import.
     *
     * @param users the number of created users
     */
    public record Imported(long users) {}

    // region changes
    @GET
    @Path("/changes")
    @Operation(summary = "Follow the changes to users")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public Flowable<OutboundSseEvent> changes(@HeaderParam("Last-Event-ID") final @Nullable String last) {
        return live.events(UserChange.CHANGES, last);
    }
    // endregion
}
