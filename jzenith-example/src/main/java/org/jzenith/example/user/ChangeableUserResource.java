package org.jzenith.example.user;

import io.reactivex.Single;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.annotation.security.PermitAll;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jzenith.http.problem.Problem;
import org.jzenith.rest.body.JsonPatch;
import org.jzenith.rest.body.MergePatch;
import org.jzenith.rest.error.ProblemException;

/**
 * One user, to be changed in part. A client that sends the entity tag in {@code If-Match} overwrites nobody's change. Without
 * its expression the path would win over {@code /users/changes}, because its class has more characters before it.
 */
@Singleton
@Path("/users/{id: [0-9a-fA-F-]{36}}")
@Produces(MediaType.APPLICATION_JSON)
@PermitAll
public final class ChangeableUserResource {

    private final UserService users;

    @Inject
    ChangeableUserResource(final UserService users) {
        this.users = users;
    }

    @GET
    @ApiResponse(
            responseCode = "200",
            description = "The user.",
            content = @Content(schema = @Schema(implementation = User.class)),
            headers = @Header(name = "ETag", schema = @Schema(type = "string")))
    @ApiResponse(responseCode = "304", description = "The user has not changed.")
    @ApiResponse(responseCode = "412", description = "The user was changed since.")
    public Single<Response> get(@PathParam("id") final UUID id, @Context final Request request) {
        return users.get(id).map(user -> {
            final Response.ResponseBuilder known = request.evaluatePreconditions(tag(user));
            return known == null ? response(user) : known.build();
        });
    }

    @PATCH
    @ApiResponse(
            responseCode = "200",
            description = "The user.",
            content = @Content(schema = @Schema(implementation = User.class)),
            headers = @Header(name = "ETag", schema = @Schema(type = "string")))
    @ApiResponse(responseCode = "412", description = "The user was changed since.")
    public Single<Response> change(
            @PathParam("id") final UUID id, final JsonPatch patch, @Context final Request request) {
        return change(id, request, user -> patch.applyTo(user, UserData.class));
    }

    @PATCH
    @ApiResponse(
            responseCode = "200",
            description = "The user.",
            content = @Content(schema = @Schema(implementation = User.class)),
            headers = @Header(name = "ETag", schema = @Schema(type = "string")))
    @ApiResponse(responseCode = "412", description = "The user was changed since.")
    public Single<Response> merge(
            @PathParam("id") final UUID id, final MergePatch patch, @Context final Request request) {
        return change(id, request, user -> patch.applyTo(user, UserData.class));
    }

    private Single<Response> change(final UUID id, final Request request, final UnaryOperator<UserData> change) {
        return users.change(id, present -> {
                    if (request.evaluatePreconditions(tag(present)) != null) {
                        throw new ProblemException(
                                Problem.of(412).withDetail("The user was changed since. Read it again."));
                    }
                    return change.apply(new UserData(present.name(), present.email()));
                })
                .map(ChangeableUserResource::response);
    }

    private static Response response(final User user) {
        return Response.ok(user).tag(tag(user)).build();
    }

    /** Returns the entity tag. Names and addresses have no line ends, so they cannot run together. */
    private static EntityTag tag(final User user) {
        final String content = user.name() + "\n" + user.email();
        return new EntityTag(
                UUID.nameUUIDFromBytes(content.getBytes(StandardCharsets.UTF_8)).toString());
    }
}
