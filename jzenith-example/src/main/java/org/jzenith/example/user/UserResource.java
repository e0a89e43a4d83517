package org.jzenith.example.user;

import io.reactivex.Completable;
import io.reactivex.Single;
import io.swagger.v3.oas.annotations.Operation;
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
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.page.Page;
import org.jzenith.core.page.PageRequest;
import org.jzenith.rest.body.JsonPatch;
import org.jzenith.rest.body.MergePatch;
import org.jzenith.rest.limit.Deadline;
import org.jzenith.rest.response.ResponseStatus;
import org.jzenith.rest.response.TypedResponse;

/** The users over HTTP. */
@Singleton
@Path("/users")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@PermitAll
public final class UserResource {

    private static final String TAKEN = "The e-mail address is taken.";
    private static final String NOT_PATCHED = "The e-mail address is taken, or a test of the patch fails.";

    private final UserDirectory users;

    @Inject
    UserResource(final UserDirectory users) {
        this.users = users;
    }

    @Operation(summary = "Create a user")
    @ApiResponse(responseCode = "409", description = TAKEN)
    // region create
    @POST
    @ResponseStatus(201)
    public Single<TypedResponse<User>> create(@Valid @NotNull final UserData data) {
        return users.create(data)
                .map(user ->
                        TypedResponse.of(user).withLocation("users/" + user.id()));
    }
    // endregion

    @GET
    @Deadline("5s")
    @Operation(summary = "List the users in pages, in the order of their names")
    public Single<Page<User>> list(
            @QueryParam("after") final @Nullable String after,
            @QueryParam("limit") @DefaultValue("20") @Min(1) @Max(100) final int limit) {
        return users.list(PageRequest.after(after, limit));
    }

    @GET
    @Path("/{id}")
    @Operation(summary = "Get a user")
    public Single<User> get(@PathParam("id") final UUID id) {
        return users.get(id);
    }

    @PUT
    @Path("/{id}")
    @Operation(summary = "Replace a user's name and e-mail address")
    @ApiResponse(responseCode = "409", description = TAKEN)
    public Single<User> update(@PathParam("id") final UUID id, @Valid @NotNull final UserData data) {
        return users.update(id, data);
    }

    @PATCH
    @Path("/{id}")
    @Consumes(JsonPatch.MEDIA_TYPE)
    @Operation(summary = "Change parts of a user")
    @ApiResponse(responseCode = "409", description = NOT_PATCHED)
    public Single<User> change(@PathParam("id") final UUID id, final JsonPatch patch) {
        return users.change(id, before -> patch.applyTo(before, UserData.class));
    }

    @PATCH
    @Path("/{id}")
    @Consumes(MergePatch.MEDIA_TYPE)
    @Operation(summary = "Change parts of a user")
    @ApiResponse(responseCode = "409", description = NOT_PATCHED)
    public Single<User> merge(@PathParam("id") final UUID id, final MergePatch patch) {
        return users.change(id, before -> patch.applyTo(before, UserData.class));
    }

    @DELETE
    @Path("/{id}")
    @Operation(summary = "Delete a user")
    public Completable delete(@PathParam("id") final UUID id) {
        return users.delete(id);
    }
}
