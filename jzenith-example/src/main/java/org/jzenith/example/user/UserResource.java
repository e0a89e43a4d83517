package org.jzenith.example.user;

import io.reactivex.Completable;
import io.reactivex.Single;
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
import jakarta.ws.rs.core.MediaType;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.page.Page;
import org.jzenith.core.page.PageRequest;
import org.jzenith.rest.limit.Deadline;
import org.jzenith.rest.response.ResponseStatus;
import org.jzenith.rest.response.TypedResponse;

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

    // region create
    @POST
    @ResponseStatus(201)
    public Single<TypedResponse<User>> create(@Valid @NotNull final UserData data) {
        return users.create(data).map(user -> TypedResponse.of(user).withLocation("user/" + user.id()));
    }
    // endregion

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
