package org.jzenith.rest.response;

import com.google.errorprone.annotations.CheckReturnValue;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.HttpHeaders;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The result of a resource method: an entity and headers. Unlike {@code Response}, it declares the type of its entity, which the OpenAPI
 * document shows. The status is that of {@link ResponseStatus}, or else 200:
 *
 * <pre>{@code
 * @POST
 * @ResponseStatus(201)
 * public Single<TypedResponse<Order>> create(@Valid @NotNull final OrderData data) {
 *     return orders.create(data).map(order -> TypedResponse.of(order).withLocation("orders/" + order.id()));
 * }
 * }</pre>
 *
 * <p>A method returns it as it is, or in a {@code Single}, {@code Maybe}, {@code CompletionStage} or {@code Future}. Immutable.
 *
 * @param <T> the type of the entity; {@code Void} for a response without one
 */
@CheckReturnValue
public final class TypedResponse<T> {

    private final @Nullable T entity;

    /** The headers by name, ignoring case. */
    private final Map<String, List<Object>> headers;

    private TypedResponse(final @Nullable T entity, final Map<String, List<Object>> headers) {
        this.entity = entity;
        this.headers = headers;
    }

    /**
     * Creates a response without headers.
     *
     * @param entity a value that the method could also return directly
     * @param <T> the type of the entity
     * @return a response with this entity
     */
    public static <T> TypedResponse<T> of(final T entity) {
        return new TypedResponse<>(entity, Map.of());
    }

    /**
     * Creates a response without an entity or headers. Its status is 204 unless the method has a {@link ResponseStatus}.
     *
     * @return a response without a body
     */
    public static TypedResponse<Void> empty() {
        return new TypedResponse<>(null, Map.of());
    }

    /**
     * Sets the header {@code Location}.
     *
     * @param location a URI; a relative one is resolved against the base URI of the API, as in {@code Response}
     * @return a response with this location
     */
    public TypedResponse<T> withLocation(final URI location) {
        return with(HttpHeaders.LOCATION, List.of(location));
    }

    /**
     * Sets the header {@code Location}.
     *
     * @param location the text of a URI, such as {@code orders/7}; a relative one is resolved against the base URI of the API
     * @return a response with this location
     * @throws IllegalArgumentException if it is not a valid URI
     */
    public TypedResponse<T> withLocation(final String location) {
        return withLocation(URI.create(location));
    }

    /**
     * Sets the header {@code ETag}.
     *
     * @param tag the entity tag of the entity
     * @return a response with this tag
     */
    public TypedResponse<T> withTag(final EntityTag tag) {
        return with(HttpHeaders.ETAG, List.of(tag));
    }

    /**
     * Sets the header {@code ETag} to a version, which a method then takes from {@code If-Match} as an {@link
     * org.jzenith.core.version.ExpectedVersion}.
     *
     * @param version the version of the entity
     * @return a response with this tag
     */
    public TypedResponse<T> withTag(final long version) {
        return withTag(new EntityTag(Long.toString(version)));
    }

    /**
     * Adds a header, and keeps existing headers with the same name.
     *
     * @param name the name of the header
     * @param value the value; it is converted as in {@code Response.header(..)}
     * @return a response with this header
     */
    public TypedResponse<T> withHeader(final String name, final Object value) {
        final List<Object> values = new ArrayList<>(headers.getOrDefault(name, List.of()));
        values.add(value);
        return with(name, List.copyOf(values));
    }

    private TypedResponse<T> with(final String name, final List<Object> values) {
        final Map<String, List<Object>> changed = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        changed.putAll(headers);
        changed.put(name, values);
        return new TypedResponse<>(entity, Collections.unmodifiableMap(changed));
    }

    /** Returns the entity; null if there is none. */
    public @Nullable T entity() {
        return entity;
    }

    /** Returns the values of the headers by name. Do not change the map. */
    public Map<String, List<Object>> headers() {
        return headers;
    }
}
