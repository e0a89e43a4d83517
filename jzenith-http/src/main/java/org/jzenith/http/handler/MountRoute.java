package org.jzenith.http.handler;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * The HTTP route of a {@linkplain MountPart part of a mount}, declared at startup. Guards enforce its access rules; {@code --routes}, the
 * table of access and the OpenAPI document show it. Immutable.
 *
 * <pre>{@code
 * new MountPart("/api/users/{id}", handler.getClass(), MountRoute.of(HttpMethod.GET).withRoles(Set.of("admin")))
 * }</pre>
 *
 * @param method the HTTP method
 * @param permitsAll true if everyone may call the route, as with {@code @PermitAll}
 * @param roles a user needs one of these roles, as with {@code @RolesAllowed}; empty if the route names none. Without roles and
 *     {@code permitsAll}, the annotations of the handler's class and path rules decide
 * @param summary one line for readers of the API; empty for none
 * @param requestSchema the JSON Schema of the request body, as JSON text; empty if it is unknown
 * @param responses the JSON Schema of the response body by status, as JSON text; empty texts for responses without a known body
 * @param origin the place that declares the route, for reports, for example {@code users.js:12}; empty if it is unknown
 */
public record MountRoute(
        HttpMethod method,
        boolean permitsAll,
        Set<String> roles,
        String summary,
        String requestSchema,
        Map<Integer, String> responses,
        String origin) {

    /**
     * Checks the values and copies the collections.
     *
     * @throws IllegalArgumentException if a role is blank, there are roles and the route permits all, or a schema is not a JSON object
     */
    public MountRoute {
        Objects.requireNonNull(method, "method");
        roles = Collections.unmodifiableSet(new LinkedHashSet<>(roles));
        responses = Collections.unmodifiableMap(new TreeMap<>(responses));
        if (roles.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("One of the roles " + roles + " is blank.");
        }
        if (permitsAll && !roles.isEmpty()) {
            throw new IllegalArgumentException("A route that permits all must not have roles, but has " + roles + ".");
        }
        checkSchema(requestSchema);
        responses.values().forEach(MountRoute::checkSchema);
    }

    private static void checkSchema(final String schema) {
        if (!schema.isEmpty()) {
            try {
                new JsonObject(schema).size();
            } catch (final DecodeException e) {
                throw new IllegalArgumentException("The schema " + schema + " is not a JSON object.", e);
            }
        }
    }

    /**
     * Creates a route without a description and without access rules.
     *
     * @param method the HTTP method
     * @return a route
     */
    public static MountRoute of(final HttpMethod method) {
        return new MountRoute(method, false, Set.of(), "", "", Map.of(), "");
    }

    /**
     * Lets everyone call the route, regardless of path rules.
     *
     * @return a changed copy
     * @throws IllegalArgumentException if the route has roles
     */
    public MountRoute permittingAll() {
        return new MountRoute(method, true, roles, summary, requestSchema, responses, origin);
    }

    /**
     * Lets only users with at least one of some roles call the route.
     *
     * @param allowed at least one role, compared case-sensitively
     * @return a changed copy
     * @throws IllegalArgumentException if there is no role, a role is blank, or the route permits all
     */
    public MountRoute withRoles(final Set<String> allowed) {
        if (allowed.isEmpty()) {
            throw new IllegalArgumentException("The roles of a route are empty.");
        }
        return new MountRoute(method, permitsAll, allowed, summary, requestSchema, responses, origin);
    }

    /**
     * Adds a summary for readers of the API.
     *
     * @param text one line
     * @return a changed copy
     */
    public MountRoute withSummary(final String text) {
        return new MountRoute(method, permitsAll, roles, text, requestSchema, responses, origin);
    }

    /**
     * Adds the schema of the request body.
     *
     * @param schema a JSON Schema, as JSON text
     * @return a changed copy
     * @throws IllegalArgumentException if the schema is not a JSON object
     */
    public MountRoute withRequestSchema(final String schema) {
        return new MountRoute(method, permitsAll, roles, summary, schema, responses, origin);
    }

    /**
     * Adds a response.
     *
     * @param status its status, for example 200
     * @param schema the JSON Schema of the response body, as JSON text; empty if it is unknown, or if there is no body
     * @return a changed copy
     * @throws IllegalArgumentException if the schema is not a JSON object
     */
    public MountRoute withResponse(final int status, final String schema) {
        final Map<Integer, String> more = new TreeMap<>(responses);
        more.put(status, schema);
        return new MountRoute(method, permitsAll, roles, summary, requestSchema, more, origin);
    }

    /**
     * Adds the place that declares the route.
     *
     * @param place for reports, for example {@code users.js:12}
     * @return a changed copy
     */
    public MountRoute withOrigin(final String place) {
        return new MountRoute(method, permitsAll, roles, summary, requestSchema, responses, place);
    }
}
