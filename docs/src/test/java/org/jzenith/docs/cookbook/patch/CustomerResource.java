package org.jzenith.docs.cookbook.patch;

import io.reactivex.Single;
import io.reactivex.functions.Function;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotBlank;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.body.JsonPatch;
import org.jzenith.rest.body.MergePatch;
import org.jzenith.sql.Database;

@Path("/customers/{id}")
@Produces(MediaType.APPLICATION_JSON)
public final class CustomerResource {

    private final Database database;

    @Inject
    CustomerResource(final Database database) {
        this.database = database;
    }

    // region methods
    /** The fields that a client may change. */
    public record Customer(
            @NotBlank String name,
            @Email @Nullable String email,
            @Nullable String city) {}

    @PATCH
    public Single<Customer> merge(
            @PathParam("id") final UUID id, final MergePatch patch) {
        return change(id, before -> patch.applyTo(before, Customer.class));
    }

    @PATCH
    public Single<Customer> change(
            @PathParam("id") final UUID id, final JsonPatch patch) {
        return change(id, before -> patch.applyTo(before, Customer.class));
    }

    private Single<Customer> change(
            final UUID id, final Function<Customer, Customer> change) {
        return database.withTransaction(tx -> tx.query("""
                        SELECT name, email, city FROM customer
                        WHERE id = $1 FOR UPDATE""", id)
                .as(Customer.class)
                .single(() ->
                        new NotFoundException("There is no customer " + id + "."))
                .map(change)
                .flatMap(after -> tx.query(
                                """
                                UPDATE customer
                                SET name = $2, email = $3, city = $4
                                WHERE id = $1""",
                                id,
                                after.name(),
                                after.email(),
                                after.city())
                        .execute()
                        .toSingleDefault(after)));
    }
    // endregion
}
