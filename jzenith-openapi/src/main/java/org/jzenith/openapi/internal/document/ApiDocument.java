package org.jzenith.openapi.internal.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.swagger.v3.oas.annotations.Hidden;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Validator;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.request.PathTemplate;
import org.jzenith.openapi.internal.schema.SchemaComponents;
import org.jzenith.openapi.internal.schema.Schemas;
import org.jzenith.rest.access.AuthenticationSchemes;
import org.jzenith.rest.internal.deployment.HealthResource;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.rest.pipeline.ParameterModel;
import org.jzenith.rest.pipeline.ResourceMethods;

/** Makes the OpenAPI document of a listener. Two documents of the same application are equal, byte by byte. */
public final class ApiDocument {

    /** The HTTP methods that OpenAPI has in all its versions. */
    private static final Set<String> KNOWN =
            Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

    private static final String SCHEMA = "schema";
    private static final String SECURITY = "security";

    private final ApiDescription description;
    private final ResourceMethods methods;
    private final List<MountedRoute> mounted;
    private final List<AuthenticationSchemes.Scheme> schemes;
    private final Schemas schemas;
    private final SharedResponses shared = new SharedResponses();
    private final RequestBodies bodies;
    private final Responses responses;
    private final Map<String, PathTemplate> byShape = new HashMap<>();
    private final Map<String, ObjectNode> items = new TreeMap<>();
    private final OperationNames names = new OperationNames();
    private final Map<String, String> tags = new TreeMap<>();

    private ApiDocument(
            final ApiDescription description,
            final ResourceMethods methods,
            final List<MountedRoute> mounted,
            final List<AuthenticationSchemes.Scheme> schemes,
            final ObjectMapper mapper,
            final Validator validator) {
        this.description = description;
        this.methods = methods;
        this.mounted = mounted;
        this.schemes = schemes;
        this.schemas = new Schemas(mapper, validator);
        final MediaContent contents = new MediaContent(schemas, description.hasItemSchemas());
        this.bodies = new RequestBodies(contents, validator);
        this.responses =
                new Responses(contents, schemas, validator, shared, methods.mappedFailures(), !schemes.isEmpty());
    }

    /**
     * Makes the document.
     *
     * @param description the words about the API
     * @param methods the resource methods of the listener
     * @param mounted the routes of its mounts
     * @param schemes the ways to authenticate; empty if the application does not authenticate
     * @param mapper reads and writes the bodies
     * @param validator knows the constraints
     * @return an OpenAPI document
     */
    public static ObjectNode of(
            final ApiDescription description,
            final ResourceMethods methods,
            final List<MountedRoute> mounted,
            final List<AuthenticationSchemes.Scheme> schemes,
            final ObjectMapper mapper,
            final Validator validator) {
        return new ApiDocument(description, methods, mounted, schemes, mapper, validator).make();
    }

    private ObjectNode make() {
        final ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("openapi", description.specification());
        document.putObject("info").put("title", description.title()).put("version", description.version());
        if (!description.servers().isEmpty()) {
            description
                    .servers()
                    .forEach(url -> document.withArray("servers").addObject().put("url", url));
        }
        final ObjectNode paths = paths();
        tags.forEach((name, text) -> {
            final ObjectNode tag = document.withArray("tags").addObject().put("name", name);
            if (!text.isEmpty()) {
                tag.put("description", text);
            }
        });
        document.set("paths", paths);
        final SchemaComponents components = schemas.components(SharedResponses.SCHEMAS);
        final ObjectNode all = document.putObject("components");
        final Map<String, ObjectNode> named = new TreeMap<>(components.all());
        SharedResponses.addSchemas(named);
        named.forEach(all.putObject("schemas")::set);
        shared.all().forEach(all.putObject("responses")::set);
        if (!schemes.isEmpty()) {
            final ObjectNode secured = all.putObject("securitySchemes");
            schemes.forEach(each -> secured.set(each.name(), SecuritySchemes.of(each)));
        }
        return components.resolved(document);
    }

    private ObjectNode paths() {
        final List<MethodRoute> sorted = methods.all().stream()
                .filter(route -> !isHidden(route.method()))
                .sorted(Comparator.comparing(MethodRoute::template)
                        .thenComparing(route -> route.method().httpMethods().toString())
                        .thenComparing(route -> route.method().toString())
                        .thenComparing(route -> route.method().consumes().toString())
                        .thenComparing(route -> route.method().produces().toString()))
                .toList();
        for (final MethodRoute route : sorted) {
            final PathTemplate own = PathTemplate.of(route.template());
            for (final String method : route.method().httpMethods()) {
                add(method, own, place -> OperationNames.Unnamed.of(operation(method, route, own), route, method));
            }
        }
        for (final MountedRoute each : mounted) {
            final PathTemplate own = PathTemplate.of(each.part().template());
            final String method = each.route().method().name();
            add(
                    method,
                    own,
                    place -> OperationNames.Unnamed.of(each.operation(own, place, responses, schemes), own, method));
        }
        names.addIds();
        RecordedExamples.addTo(items);
        final ObjectNode paths = JsonNodeFactory.instance.objectNode();
        items.forEach(paths::set);
        return paths;
    }

    static boolean isHidden(final MethodModel method) {
        final Operation operation = method.annotated().getAnnotation(Operation.class);
        return method.isLocator()
                || method.getResourceClass() == HealthResource.class
                || method.annotation(Hidden.class) != null
                || (operation != null && operation.hidden());
    }

    /** @param made creates the operation for its place in the document */
    private void add(
            final String httpMethod, final PathTemplate own, final Function<String, OperationNames.Unnamed> made) {
        final PathTemplate path = byShape.computeIfAbsent(own.shape(), shape -> own);
        final ObjectNode item = items.computeIfAbsent(path.text(), text -> JsonNodeFactory.instance.objectNode());
        final String key = httpMethod.toLowerCase(Locale.ROOT);
        final boolean isNewer = description.hasItemSchemas();
        final boolean isKnown = KNOWN.contains(key) || (isNewer && key.equals("query"));
        if (!isKnown && !isNewer) {
            return; // OpenAPI 3.1 has no place for other methods.
        }
        final ObjectNode place = isKnown ? item : item.withObject("/additionalOperations");
        final String name = isKnown ? key : httpMethod;
        final OperationNames.Unnamed added =
                made.apply(MountedRoute.place(path) + (isKnown ? "/" : "/additionalOperations/") + name);
        final ObjectNode operation = added.operation();
        rename(operation, own, path);
        final JsonNode other = place.get(name);
        if (other instanceof final ObjectNode known) {
            merge(known, operation);
        } else {
            names.add(added);
            place.set(name, operation);
        }
    }

    /** OpenAPI takes two templates of one shape for the same path, so the second gets the names of the first. */
    private static void rename(final ObjectNode operation, final PathTemplate own, final PathTemplate path) {
        final List<String> names = List.copyOf(path.expressions().keySet());
        final List<String> ownNames = List.copyOf(own.expressions().keySet());
        for (final JsonNode parameter : operation.path("parameters")) {
            final int index = ownNames.indexOf(parameter.path("name").asText());
            if (parameter.path("in").asText().equals("path") && index >= 0 && parameter instanceof ObjectNode changed) {
                changed.put("name", names.get(index));
            }
        }
    }

    private ObjectNode operation(final String httpMethod, final MethodRoute route, final PathTemplate path) {
        final MethodModel method = route.method();
        final ObjectNode operation = JsonNodeFactory.instance.objectNode();
        final Operation annotation = method.annotated().getAnnotation(Operation.class);
        operation.put("operationId", "");
        tags(method, annotation).forEach(operation.putArray("tags")::add);
        if (annotation != null) {
            text(operation, "summary", annotation.summary());
            text(operation, "description", annotation.description());
        }
        if (method.annotation(Deprecated.class) != null || (annotation != null && annotation.deprecated())) {
            operation.put("deprecated", true);
        }
        final List<ParameterModel> parameters = OperationParameters.models(route);
        OperationParameters.addTo(operation, parameters, path);
        final ObjectNode body = takesBody(httpMethod) ? bodies.of(route, parameters) : null;
        if (body != null) {
            operation.set("requestBody", body);
        }
        operation.set("responses", responses.of(route, parameters, body != null));
        SecuritySchemes.addTo(operation, route.access(), schemes);
        return operation;
    }

    private static boolean takesBody(final String httpMethod) {
        return !httpMethod.equals("GET") && !httpMethod.equals("HEAD");
    }

    private static void text(final ObjectNode operation, final String key, final String value) {
        if (!value.isEmpty()) {
            operation.put(key, value);
        }
    }

    private List<String> tags(final MethodModel method, final @Nullable Operation annotation) {
        final Map<String, String> own = new LinkedHashMap<>();
        Stream.concat(
                        Arrays.stream(method.annotated().getAnnotationsByType(Tag.class)),
                        Arrays.stream(method.getResourceClass().getAnnotationsByType(Tag.class)))
                .forEach(each -> own.putIfAbsent(each.name(), each.description()));
        if (annotation != null) {
            Arrays.stream(annotation.tags()).forEach(each -> own.putIfAbsent(each, ""));
        }
        if (own.isEmpty()) {
            own.put(resource(method), "");
        }
        own.forEach((name, text) -> tags.merge(name, text, (one, other) -> one.isEmpty() ? other : one));
        return List.copyOf(own.keySet());
    }

    /** Returns the name of a resource class without the word that all have. */
    static String resource(final MethodModel method) {
        final String name = method.getResourceClass().getSimpleName();
        return Stream.of("Resource", "Api")
                .filter(each -> name.endsWith(each) && !name.equals(each))
                .findFirst()
                .map(each -> name.substring(0, name.length() - each.length()))
                .orElse(name);
    }

    /** Adds another method of the same path and HTTP method, which differs by its media types or expressions. */
    private static void merge(final ObjectNode known, final ObjectNode other) {
        other.path("parameters").forEach(parameter -> {
            boolean isNew = true;
            for (final JsonNode each : known.path("parameters")) {
                if (each.path("name").equals(parameter.path("name"))
                        && each.path("in").equals(parameter.path("in"))) {
                    isNew = false;
                    addSchema(each, parameter);
                }
            }
            if (isNew && parameter instanceof final ObjectNode added) {
                if (!added.path("in").asText().equals("path")) {
                    added.remove("required");
                }
                known.withArray("parameters").add(added);
            }
        });
        if (other.path("requestBody") instanceof final ObjectNode body) {
            if (known.path("requestBody") instanceof final ObjectNode own) {
                addContent(own, body);
                if (!body.path("required").asBoolean()) {
                    own.remove("required");
                }
            } else {
                body.remove("required");
                known.set("requestBody", body);
            }
        }
        other.path("responses").properties().forEach(each -> {
            final JsonNode own = known.path("responses").path(each.getKey());
            if (own.isMissingNode() || (own.has("$ref") && !each.getValue().has("$ref"))) {
                known.withObject("/responses").set(each.getKey(), each.getValue());
            } else if (own instanceof final ObjectNode response && each.getValue() instanceof final ObjectNode added) {
                addContent(response, added);
            }
        });
        if (known.has(SECURITY) || other.has(SECURITY)) {
            final Set<JsonNode> all = new LinkedHashSet<>(requirements(known));
            all.addAll(requirements(other));
            all.forEach(known.putArray(SECURITY)::add);
        }
    }

    /** Returns the requirements of which a client meets one; an empty requirement for an open operation. */
    private static List<JsonNode> requirements(final ObjectNode operation) {
        return operation.has(SECURITY)
                ? StreamSupport.stream(operation.path(SECURITY).spliterator(), false)
                        .toList()
                : List.of(JsonNodeFactory.instance.objectNode());
    }

    private static void addContent(final ObjectNode known, final ObjectNode other) {
        if (!known.has("$ref") && !other.has("$ref")) {
            other.path("content").properties().forEach(each -> {
                if (known.path("content").has(each.getKey())) {
                    addSchema(known.path("content").path(each.getKey()), each.getValue());
                } else {
                    known.withObject("/content").set(each.getKey(), each.getValue());
                }
            });
        }
    }

    /** Allows the values of another method at the same place. A place without a schema, or with an empty one, allows anything. */
    private static void addSchema(final JsonNode known, final JsonNode other) {
        final JsonNode own = known.path(SCHEMA);
        final JsonNode added = other.path(SCHEMA);
        if (!(known instanceof final ObjectNode place) || own.isEmpty() || own.equals(added)) {
            return;
        }
        if (added.isEmpty()) {
            place.set(SCHEMA, JsonNodeFactory.instance.objectNode());
        } else if (own.path("anyOf") instanceof final ArrayNode choices && own.size() == 1) {
            if (StreamSupport.stream(choices.spliterator(), false).noneMatch(added::equals)) {
                choices.add(added);
            }
        } else {
            final ObjectNode both = JsonNodeFactory.instance.objectNode();
            both.putArray("anyOf").add(own).add(added);
            place.set(SCHEMA, both);
        }
    }
}
