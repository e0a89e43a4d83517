package org.jzenith.example.user;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.swagger.v3.oas.annotations.Parameter;
import io.vertx.core.buffer.Buffer;
import jakarta.annotation.security.PermitAll;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.body.Part;
import org.jzenith.rest.limit.RateLimit;

/** The picture of a user: streamed in, and sent as a file. */
@Singleton
@jakarta.ws.rs.Path("/users/{id}/avatar")
@PermitAll
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

    /** The form of a page without a script. */
    @POST
    @RateLimit(permits = 60, per = "1m")
    @Consumes(MediaType.MULTIPART_FORM_DATA)
    public Completable post(
            @PathParam("id") final UUID id,
            @Parameter(required = true) @FormParam("picture") final @Nullable Part picture) {
        return picture == null
                ? Completable.error(new BadRequestException("The form has no part 'picture'."))
                : users.setAvatar(id, ImageType.of(picture.mediaType().toString()), picture.content());
    }

    @GET
    public Maybe<Path> get(@PathParam("id") final UUID id) {
        return users.avatar(id);
    }
    // endregion
}
