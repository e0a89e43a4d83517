package org.jzenith.docs.cookbook.patch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.reactivex.Single;
import io.vertx.sqlclient.Row;
import jakarta.inject.Inject;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Validator;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotBlank;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.SqlClient;

@Path("/customers/{id}")
@Produces(MediaType.APPLICATION_JSON)
public final class CustomerResource {

    private final SqlClient database;
    private final ObjectMapper mapper;
    private final Validator validator;

    @Inject
    CustomerResource(final SqlClient database, final ObjectMapper mapper, final Validator validator) {
        this.database = database;
        this.mapper = mapper;
        this.validator = validator;
    }

    /** What a client may change. */
    public record Customer(
            @NotBlank String name,
            @Email @Nullable String email,
            @Nullable String city) {}

    @PATCH
    @Consumes("application/merge-patch+json")
    public Single<Customer> patch(@PathParam("id") final UUID id, final ObjectNode patch) {
        return database.withTransaction(tx -> tx.query(
                        "SELECT name, email, city FROM customer WHERE id = $1 FOR UPDATE", id)
                .map(CustomerResource::customer)
                .maybe()
                .switchIfEmpty(Single.error(() -> new NotFoundException("There is no customer " + id + ".")))
                .map(before -> patched(before, patch))
                .flatMap(after -> tx.query(
                                "UPDATE customer SET name = $2, email = $3, city = $4 WHERE id = $1",
                                id,
                                after.name(),
                                after.email(),
                                after.city())
                        .execute()
                        .toSingleDefault(after)));
    }

    private Customer patched(final Customer before, final ObjectNode patch) {
        final Customer after;
        try {
            after = mapper.treeToValue(merge(mapper.valueToTree(before), patch), Customer.class);
        } catch (final JsonProcessingException e) {
            throw new BadRequestException("The patch does not make a customer.", e);
        }
        final Set<ConstraintViolation<Customer>> violations = validator.validate(after);
        if (!violations.isEmpty()) {
            throw new ConstraintViolationException(violations);
        }
        return after;
    }

    /** RFC 7396: null removes a member, an object is merged, anything else replaces what was there. */
    private static ObjectNode merge(final ObjectNode object, final ObjectNode patch) {
        patch.properties().forEach(change -> {
            final JsonNode value = change.getValue();
            if (value.isNull()) {
                object.remove(change.getKey());
            } else if (value instanceof ObjectNode inner) {
                object.set(
                        change.getKey(),
                        merge(
                                object.get(change.getKey()) instanceof ObjectNode old ? old : object.objectNode(),
                                inner));
            } else {
                object.set(change.getKey(), value);
            }
        });
        return object;
    }

    private static Customer customer(final Row row) {
        return new Customer(row.getString("name"), row.getString("email"), row.getString("city"));
    }
}
