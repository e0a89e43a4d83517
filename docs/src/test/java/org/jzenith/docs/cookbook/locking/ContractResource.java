package org.jzenith.docs.cookbook.locking;

import io.reactivex.Maybe;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import java.util.UUID;
import org.jzenith.core.version.ExpectedVersion;
import org.jzenith.rest.response.ResponseStatus;
import org.jzenith.rest.response.TypedResponse;
import org.jzenith.sql.Database;

@Path("/contracts/{id}")
@Produces(MediaType.APPLICATION_JSON)
public final class ContractResource {

    public record Contract(@NotBlank String title) {}

    private final Database database;

    @Inject
    ContractResource(final Database database) {
        this.database = database;
    }

    // region replace
    @GET
    @ResponseStatus(value = 200, headers = "ETag")
    public Maybe<TypedResponse<Contract>> get(@PathParam("id") final UUID id) {
        return database.query(
                        "SELECT title, version FROM contract WHERE id = :id",
                        Map.of("id", id))
                .map(row -> TypedResponse.of(new Contract(row.getString("title")))
                        .withTag(row.getLong("version")))
                .maybe();
    }

    @PUT
    @ResponseStatus(value = 200, headers = "ETag")
    public Maybe<TypedResponse<Contract>> replace(
            @PathParam("id") final UUID id,
            @HeaderParam("If-Match") final ExpectedVersion seen,
            @Valid @NotNull final Contract contract) {
        return database.update("contract", Map.of("id", id), seen, contract)
                .map(TypedResponse.of(contract)::withTag);
    }
    // endregion

    // region delete
    @DELETE
    public Maybe<Response> delete(
            @PathParam("id") final UUID id,
            @HeaderParam("If-Match") final ExpectedVersion seen) {
        return database.withTransactionMaybe(tx -> tx.update(
                        "contract", Map.of("id", id), seen, Map.of())
                .flatMap(version -> tx.query(
                                "DELETE FROM contract WHERE id = :id",
                                Map.of("id", id))
                        .execute()
                        .andThen(Maybe.just(Response.noContent().build()))));
    }
    // endregion
}
