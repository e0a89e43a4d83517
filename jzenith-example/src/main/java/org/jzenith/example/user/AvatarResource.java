package org.jzenith.example.user;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.HttpHeaders;
import java.nio.file.Path;
import java.util.UUID;
import org.jzenith.rest.limit.RateLimit;

/** The picture of a user: streamed in, and sent as a file. */
@Singleton
@jakarta.ws.rs.Path("/users/{id}/avatar")
public final class AvatarResource {

    private final UserService users;

    @Inject
    AvatarResource(final UserService users) {
        this.users = users;
    }

    // region avatar
    @PUT
    @RateLimit(permits = 60, per = "1m")
    @Consumes({"image/png", "image/jpeg", "image/webp"})
    public Completable put(
            @PathParam("id") final UUID id,
            @HeaderParam(HttpHeaders.CONTENT_TYPE) final String type,
            final Flowable<Buffer> picture) {
        return users.setAvatar(id, ImageType.of(type), picture);
    }

    @GET
    public Maybe<Path> get(@PathParam("id") final UUID id) {
        return users.avatar(id);
    }
    // endregion
}
