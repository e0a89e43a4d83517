package org.jzenith.example.user;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
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
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.body.Part;
import org.jzenith.rest.limit.RateLimit;

/** The pictures of users: uploads are streamed, and pictures are sent as files. */
@Singleton
@Path("/users")
@PermitAll
public final class AvatarResource {

    private final UserService users;

    @Inject
    AvatarResource(final UserService users) {
        this.users = users;
    }

    @GET
    @Path("/avatars")
    @Operation(summary = "List the ids of the users who have a picture")
    @Produces(MediaType.APPLICATION_JSON)
    public Single<List<UUID>> all() {
        return users.withAvatar();
    }

    @PUT
    @Path("/{id}/avatar")
    @Operation(summary = "Upload a picture of a user")
    @RateLimit(permits = 60, per = "1m")
    @Consumes({"image/png", "image/jpeg", "image/webp"})
    public Completable put(
            @PathParam("id") final UUID id,
            @HeaderParam(HttpHeaders.CONTENT_TYPE) final String type,
            final Flowable<Buffer> picture) {
        return users.setAvatar(id, ImageType.of(type), picture);
    }

    /** Handles the form of a page without a script. */
    @POST
    @Path("/{id}/avatar")
    @Operation(summary = "Upload a picture of a user in a form")
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
    @Path("/{id}/avatar")
    @Operation(summary = "Get the picture of a user")
    @ApiResponse(responseCode = "404", description = "There is no such user, or the user has no picture.")
    public Maybe<java.nio.file.Path> get(@PathParam("id") final UUID id) {
        return users.avatar(id);
    }
}
