package org.jzenith.docs.cookbook.locking;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.problem.Problem;
import org.jzenith.rest.error.ProblemException;
import org.jzenith.sql.Database;
import org.jzenith.sql.Row;

@Path("/contracts/{id}")
@Produces(MediaType.APPLICATION_JSON)
public final class ContractResource {

    public record Contract(@NotBlank String title) {}

    private record Stored(Contract contract, int version) {}

    private final Database database;

    @Inject
    ContractResource(final Database database) {
        this.database = database;
    }

    @GET
    public Single<Response> get(@PathParam("id") final UUID id) {
        return find(id).map(ContractResource::response);
    }

    // region replace
    @PUT
    public Single<Response> replace(
            @PathParam("id") final UUID id,
            @HeaderParam("If-Match") final @Nullable EntityTag seen,
            @Valid final Contract contract) {
        if (seen == null || seen.isWeak()) {
            throw new ProblemException(Problem.of(428).withDetail("Send the ETag of the contract in If-Match."));
        }
        return database.query(
                        "UPDATE contract SET title = $3, version = version + 1"
                                + " WHERE id = $1 AND version::text = $2 RETURNING title, version",
                        id,
                        seen.getValue(),
                        contract.title())
                .map(ContractResource::stored)
                .maybe()
                .switchIfEmpty(Single.defer(() -> refusal(id)))
                .map(ContractResource::response);
    }
    // endregion

    /** Fails with 404 if there is no such contract, and else with 412. */
    private Single<Stored> refusal(final UUID id) {
        return find(id).flatMap(present -> Single.error(
                new ProblemException(Problem.of(412).withDetail("The contract was changed since. Read it again."))));
    }

    private Single<Stored> find(final UUID id) {
        return database.query("SELECT title, version FROM contract WHERE id = $1", id)
                .map(ContractResource::stored)
                .single(() -> new NotFoundException("There is no contract " + id + "."));
    }

    private static Stored stored(final Row row) {
        return new Stored(new Contract(row.getString("title")), row.getInteger("version"));
    }

    private static Response response(final Stored stored) {
        return Response.ok(stored.contract())
                .tag(new EntityTag(Integer.toString(stored.version())))
                .build();
    }
}
