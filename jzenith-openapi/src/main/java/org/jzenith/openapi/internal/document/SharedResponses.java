package org.jzenith.openapi.internal.document;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.http1.ReasonPhrases;

/** The responses of the server that operations refer to, and the schemas of problems. */
final class SharedResponses {

    /** The statuses of failures that every method may have. */
    static final List<Integer> OF_EVERY_METHOD =
            List.of(400, 404, 405, 406, 408, 413, 414, 415, 417, 431, 500, 501, 503);

    private static final String PROBLEM = "Problem";
    private static final String VIOLATIONS = "ValidationProblem";

    /** The names of the schemas of problems. */
    static final Set<String> SCHEMAS = Set.of(PROBLEM, VIOLATIONS);

    private static final Map<Integer, String> DESCRIPTIONS = Map.ofEntries(
            Map.entry(400, "The request is malformed or invalid."),
            Map.entry(401, "The request needs valid credentials."),
            Map.entry(403, "The user is not allowed to do this."),
            Map.entry(404, "There is nothing at this path."),
            Map.entry(405, "This path does not support this method."),
            Map.entry(406, "No response format matches the Accept header."),
            Map.entry(408, "The body did not arrive in time."),
            Map.entry(409, "The request conflicts with the present state."),
            Map.entry(412, "A precondition of the request is false."),
            Map.entry(413, "The body is too large."),
            Map.entry(414, "The request line is too long."),
            Map.entry(415, "The Content-Type or Content-Encoding is not supported."),
            Map.entry(416, "The file does not have the requested range."),
            Map.entry(417, "The Expect header is not supported."),
            Map.entry(422, "The patch cannot be applied."),
            Map.entry(428, "The If-Match header is missing."),
            Map.entry(429, "The client has sent too many requests."),
            Map.entry(431, "The headers are too large."),
            Map.entry(500, "The server failed to handle the request."),
            Map.entry(501, "The server does not know this method."),
            Map.entry(502, "An upstream service failed."),
            Map.entry(504, "An upstream service did not respond in time."),
            Map.entry(503, "The service is temporarily unavailable."));

    private final Map<String, ObjectNode> responses = new TreeMap<>();

    /** Returns a reference to the problem with a status; makes the component if it is new. */
    ObjectNode problem(final int status) {
        final String name =
                DESCRIPTIONS.containsKey(status) ? ReasonPhrases.of(status).replace(" ", "") : "Status" + status;
        responses.computeIfAbsent(name, each -> response(status));
        return JsonNodeFactory.instance.objectNode().put("$ref", "#/components/responses/" + name);
    }

    /** Returns the problem with a status, to be changed. */
    static ObjectNode copy(final int status) {
        return response(status);
    }

    /**
     * Returns a reference to the response of the failures that an operation does not name.
     *
     * @param statuses the statuses, each with a description or an empty text
     */
    ObjectNode others(final Map<Integer, String> statuses) {
        responses.computeIfAbsent(PROBLEM, each -> {
            final ObjectNode headers = JsonNodeFactory.instance.objectNode();
            Stream.of(405, 401, 503).forEach(status -> addHeaders(status, headers));
            return of(
                    statuses.entrySet().stream()
                            .map(status -> "\n- " + status.getKey() + ": "
                                    + (status.getValue().isEmpty() ? text(status.getKey()) : status.getValue()))
                            .collect(Collectors.joining("", "A failure, with a problem as in RFC 9457:\n", "")),
                    PROBLEM,
                    headers);
        });
        return JsonNodeFactory.instance.objectNode().put("$ref", "#/components/responses/" + PROBLEM);
    }

    private static String text(final int status) {
        return DESCRIPTIONS.getOrDefault(status, "A problem with the status " + status + ".");
    }

    private static ObjectNode response(final int status) {
        final ObjectNode headers = JsonNodeFactory.instance.objectNode();
        addHeaders(status, headers);
        return of(text(status), status == 400 ? VIOLATIONS : PROBLEM, headers.isEmpty() ? null : headers);
    }

    private static void addHeaders(final int status, final ObjectNode headers) {
        if (status == 405) {
            header(headers, "Allow", "The supported methods.", "string");
        } else if (status == 401) {
            header(headers, "WWW-Authenticate", "The supported ways to authenticate.", "string");
        } else if (status == 429 || status == 503) {
            header(headers, "Retry-After", "The seconds to wait before a retry.", "integer");
        }
        if (status == 429) {
            addRateLimit(headers);
        }
    }

    /** Adds the headers of methods with a rate limit, in refusals and in other responses. */
    static void addRateLimit(final ObjectNode headers) {
        header(headers, "RateLimit-Policy", "The rate limit of the method, if it has one.", "string");
        header(headers, "RateLimit", "The client's remaining requests, if the method has a rate limit.", "string");
    }

    /** Adds the headers of a page of a longer list. */
    static void addLinks(final ObjectNode headers) {
        header(headers, "Link", "Links to other pages: first, prev and next, if they exist (RFC 8288).", "string");
        header(headers, "X-Total-Count", "The length of the whole list, if it is counted.", "integer");
    }

    /** Adds a header of a successful response, such as {@code Location}. */
    static void addHeader(final ObjectNode response, final String name) {
        final ObjectNode headers = response.withObject("/headers");
        if (name.equalsIgnoreCase(HttpHeaders.LOCATION)) {
            header(headers, name, "The URI of the resource.", "string");
            headers.withObject("/" + name + "/schema").put("format", "uri");
        } else if (name.equalsIgnoreCase(HttpHeaders.ETAG)) {
            header(headers, name, "The entity tag of the resource.", "string");
        } else {
            headers.putObject(name).putObject("schema").put("type", "string");
        }
    }

    private static void header(
            final ObjectNode headers, final String name, final String description, final String type) {
        headers.putObject(name)
                .put("description", description)
                .putObject("schema")
                .put("type", type);
    }

    private static ObjectNode of(final String description, final String schema, final @Nullable ObjectNode headers) {
        final ObjectNode response = JsonNodeFactory.instance.objectNode().put("description", description);
        if (headers != null) {
            response.set("headers", headers);
        }
        addProblem(response, schema);
        return response;
    }

    /** Adds a problem to what a response may contain. */
    static void addProblem(final ObjectNode response) {
        addProblem(response, PROBLEM);
    }

    private static void addProblem(final ObjectNode response, final String schema) {
        response.withObject("/content")
                .putObject("application/problem+json")
                .putObject("schema")
                .put("$ref", "#/components/schemas/" + schema);
    }

    /** Returns the components that operations refer to. */
    Map<String, ObjectNode> all() {
        return responses;
    }

    /** Adds the schemas of problems (RFC 9457), which may have further members. */
    static void addSchemas(final Map<String, ObjectNode> schemas) {
        final ObjectNode problem = JsonNodeFactory.instance.objectNode().put("type", "object");
        problem.put("description", "A problem as in RFC 9457.");
        final ObjectNode members = problem.putObject("properties");
        members.putObject("type").put("type", "string").put("format", "uri-reference");
        members.putObject("title").put("type", "string");
        members.putObject("status").put("type", "integer");
        members.putObject("detail").put("type", "string");
        members.putObject("instance").put("type", "string").put("format", "uri-reference");
        schemas.put(PROBLEM, problem);
        final ObjectNode violations = JsonNodeFactory.instance.objectNode();
        violations.putArray("allOf").addObject().put("$ref", "#/components/schemas/" + PROBLEM);
        final ObjectNode further = violations.withArray("allOf").addObject().put("type", "object");
        final ObjectNode list = further.putObject("properties").putObject("violations");
        final ObjectNode item = list.put("type", "array").putObject("items").put("type", "object");
        item.putArray("required").add("path").add("message");
        item.putObject("properties").putObject("path").put("type", "string");
        item.withObject("/properties").putObject("message").put("type", "string");
        schemas.put(VIOLATIONS, violations);
    }
}
