package org.jzenith.example.user;

import io.reactivex.Completable;
import io.reactivex.Single;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.annotation.security.PermitAll;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.page.Page;
import org.jzenith.core.page.PageRequest;
import org.jzenith.rest.limit.Deadline;

/** The users over HTTP. */
@Singleton
@Path("/user")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@PermitAll
public final class UserResource {

    private final UserDirectory users;

    @Inject
    UserResource(final UserDirectory users) {
        this.users = users;
    }

    @POST
    @ApiResponse(
            responseCode = "201",
            description = "The user is created.",
            content = @Content(schema = @Schema(implementation = User.class)),
            headers = @Header(name = "Location", schema = @Schema(type = "string", format = "uri")))
    public Single<Response> create(@Valid @NotNull final UserData data, @Context final UriInfo uri) {
        return users.create(data)
                .map(user -> Response.created(uri.getAbsolutePathBuilder()
                                .path(user.id().toString())
                                .build())
                        .entity(user)
                        .build());
    }

    @GET
    @Deadline("5s")
    public Single<Page<User>> list(
            @QueryParam("after") final @Nullable String after,
            @QueryParam("limit") @DefaultValue("20") @Min(1) @Max(100) final int limit) {
        return users.list(PageRequest.after(after, limit));
    }

    @GET
    @Path("/{id}")
    public Single<User> get(@PathParam("id") final UUID id) {
        return users.get(id);
    }

    @PUT
    @Path("/{id}")
    public Single<User> update(@PathParam("id") final UUID id, @Valid @NotNull final UserData data) {
        return users.update(id, data);
    }

    @DELETE
    @Path("/{id}")
    public Completable delete(@PathParam("id") final UUID id) {
        return users.delete(id);
    }
}
