package org.jzenith.rest.body;

import jakarta.ws.rs.Consumes;

/**
 * A request body that changes a part of an object: JSON Merge Patch (RFC 7396), {@code application/merge-patch+json}. A
 * resource method takes it as a parameter:
 *
 * <pre>{@code
 * @PATCH
 * @Consumes(MergePatch.MEDIA_TYPE)
 * public Single<Order> change(@PathParam("id") final UUID id, final MergePatch patch) {
 *     return orders.change(id, order -> patch.applyTo(order, Order.class));
 * }
 * }</pre>
 *
 * <p>Immutable and safe for use by many threads.
 */
@Consumes(MergePatch.MEDIA_TYPE)
public interface MergePatch {

    /** The media type of these bodies. */
    String MEDIA_TYPE = "application/merge-patch+json";

    /**
     * Applies the patch to an object. Writes the object as JSON, merges the patch into it, reads the result and validates it. The
     * application's {@code ObjectMapper} writes and reads. Properties that it does not write, such as those with {@code @JsonIgnore}, are
     * not in the result.
     *
     * @param present the object, which is not changed
     * @param type the type of the result
     * @param <T> the type of the object
     * @return a new object
     * @throws org.jzenith.rest.error.ProblemException with 422 if the patch changes a property that Jackson writes but does not read
     * @throws jakarta.ws.rs.BadRequestException with 400 if the result is not a valid {@code T}
     * @throws jakarta.validation.ConstraintViolationException if the result breaks a constraint; by default, the client gets a 400
     */
    <T> T applyTo(T present, Class<T> type);
}
