package org.jzenith.rest.body;

import jakarta.ws.rs.Consumes;

/**
 * A request body that changes an object by operations: JSON Patch (RFC 6902), {@code application/json-patch+json}. A
 * resource method takes it as a parameter:
 *
 * <pre>{@code
 * @PATCH
 * @Consumes(JsonPatch.MEDIA_TYPE)
 * public Single<Order> change(@PathParam("id") final UUID id, final JsonPatch patch) {
 *     return orders.change(id, order -> patch.applyTo(order, Order.class));
 * }
 * }</pre>
 *
 * <p>Immutable and safe for use by many threads.
 */
@Consumes(JsonPatch.MEDIA_TYPE)
public interface JsonPatch {

    /** The media type of these bodies. */
    String MEDIA_TYPE = "application/json-patch+json";

    /**
     * Applies the patch to an object. Writes the object as JSON, applies all operations in order, reads the result and validates it. The
     * application's {@code ObjectMapper} writes and reads. Properties that it does not write, such as those with {@code @JsonIgnore}, are
     * not in the result. If an operation fails, there is no result.
     *
     * @param present the object, which is not changed
     * @param type the type of the result
     * @param <T> the type of the object
     * @return a new object
     * @throws org.jzenith.rest.error.ProblemException with 409 if a {@code test} finds another value; with 422 if an operation cannot be
     *     applied, or changes a property that Jackson writes but does not read; with 413 if the operations write more than
     *     {@code rest.patch.max-size}. The member {@code operation} of the problem is the index of the operation
     * @throws jakarta.ws.rs.BadRequestException with 400 if the result is not a valid {@code T}
     * @throws jakarta.validation.ConstraintViolationException if the result breaks a constraint; by default, the client gets a 400
     */
    <T> T applyTo(T present, Class<T> type);
}
