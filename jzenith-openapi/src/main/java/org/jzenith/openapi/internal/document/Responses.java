package org.jzenith.openapi.internal.document;

import com.fasterxml.jackson.annotation.JsonView;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.validation.Validator;
import jakarta.validation.metadata.MethodDescriptor;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.page.Page;
import org.jzenith.core.page.SortOrder;
import org.jzenith.core.version.ExpectedVersion;
import org.jzenith.http.internal.http1.ReasonPhrases;
import org.jzenith.openapi.internal.schema.Nullness;
import org.jzenith.openapi.internal.schema.Rules;
import org.jzenith.openapi.internal.schema.Schemas;
import org.jzenith.rest.access.RouteAccess;
import org.jzenith.rest.body.JsonPatch;
import org.jzenith.rest.body.MergePatch;
import org.jzenith.rest.internal.check.DeclaredStatus;
import org.jzenith.rest.internal.entity.TypedResults;
import org.jzenith.rest.limit.RateLimit;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.rest.pipeline.ParameterModel;
import org.jzenith.rest.response.ResponseStatus;

/**
 * Describes the responses of operations: those that their method, its annotations and its code name, and one for the failures that every
 * method may have.
 */
final class Responses {

    private final MediaContent contents;
    private final AnnotatedResponses annotated;
    private final Validator validator;
    private final SharedResponses shared;

    /** The annotated responses of the exceptions that the application maps. */
    private final List<ApiResponse> ofExceptions;

    /** The statuses of failures that every method may have, with a description if an exception has one. */
    private final Map<Integer, String> others = new TreeMap<>();

    /**
     * @param mapped the exceptions that the application maps
     * @param isAuthenticating true if credentials are checked, also where none are needed
     */
    Responses(
            final MediaContent contents,
            final Schemas schemas,
            final Validator validator,
            final SharedResponses shared,
            final Map<Class<? extends Throwable>, OptionalInt> mapped,
            final boolean isAuthenticating) {
        this.contents = contents;
        this.annotated = new AnnotatedResponses(contents, schemas);
        this.validator = validator;
        this.shared = shared;
        this.ofExceptions = mapped.keySet().stream()
                .sorted(Comparator.comparing(Class::getName)) // the map has another order in each JVM
                .flatMap(each -> Arrays.stream(each.getAnnotationsByType(ApiResponse.class)))
                .toList();
        SharedResponses.OF_EVERY_METHOD.forEach(status -> others.put(status, ""));
        if (isAuthenticating) {
            List.of(401, 403, 429).forEach(status -> others.put(status, ""));
        }
        ofExceptions.stream()
                .filter(each -> each.responseCode().matches("\\d+"))
                .forEach(each -> others.putIfAbsent(Integer.valueOf(each.responseCode()), each.description()));
        mapped.values().forEach(status -> status.ifPresent(each -> others.putIfAbsent(each, "")));
    }

    /** Returns the responses by status, those of the method first. */
    ObjectNode of(final MethodRoute route, final List<ParameterModel> parameters, final boolean hasBody) {
        final MethodModel method = route.method();
        final BodyKind result = BodyKind.of(method.resultType(), rules(method));
        final Map<String, ObjectNode> all = new TreeMap<>();
        addResult(method, parameters, result, all);
        AnnotatedResponses.of(method).forEach(each -> annotated.add(each, method, result, all));
        final Set<String> failures = failures(route, parameters, result, hasBody);
        ofExceptions.stream()
                .filter(each -> failures.contains(each.responseCode()) && !all.containsKey(each.responseCode()))
                .forEach(each -> annotated.add(each, method, result, all));
        if (method.annotation(RateLimit.class) != null) {
            all.forEach((code, response) -> {
                if (AnnotatedResponses.isSuccess(code)) {
                    SharedResponses.addRateLimit(response.withObject("/headers"));
                }
            });
        }
        failures.forEach(status -> all.putIfAbsent(status, shared.problem(Integer.parseInt(status))));
        all.putIfAbsent("default", shared.others(others));
        final ObjectNode responses = JsonNodeFactory.instance.objectNode();
        all.forEach(responses::set);
        return responses;
    }

    /**
     * Returns the responses of a route of a mount: those that it names, and its failures.
     *
     * @param place of the operation in the document
     */
    ObjectNode of(final MountedRoute mounted, final String place) {
        final Map<String, ObjectNode> all = new TreeMap<>();
        mounted.route().responses().forEach((status, schema) -> {
            final ObjectNode response = described(description(status.toString()));
            if (!schema.isEmpty()) {
                MountedRoute.addContent(response, place + "/responses/" + status, schema);
            }
            all.put(status.toString(), response);
        });
        if (!mounted.route().requestSchema().isEmpty()) {
            all.putIfAbsent("400", shared.problem(400));
        }
        if (mounted.part().template().contains("{")) {
            all.putIfAbsent("404", shared.problem(404));
        }
        if (isRestricted(mounted.access())) {
            List.of(401, 403).forEach(status -> all.putIfAbsent(status.toString(), shared.problem(status)));
        }
        final boolean isKnown = !mounted.route().responses().isEmpty();
        all.put("default", isKnown ? shared.others(others) : described("The response of the route, or a problem."));
        final ObjectNode responses = JsonNodeFactory.instance.objectNode();
        all.forEach(responses::set);
        return responses;
    }

    private static boolean isRestricted(final Optional<RouteAccess> access) {
        return access.filter(each -> !each.isAnonymousAllowed() || each.isConditional())
                .isPresent();
    }

    private Rules rules(final MethodModel method) {
        final MethodDescriptor constrained = constraints(method);
        return (constrained == null ? Rules.NONE : Rules.of(constrained.getReturnValueDescriptor(), Rules.DEFAULT))
                .declaredAs(method.getResourceMethod().getAnnotatedReturnType());
    }

    private @Nullable MethodDescriptor constraints(final MethodModel method) {
        final Method java = method.getResourceMethod();
        return validator
                .getConstraintsForClass(method.getResourceClass())
                .getConstraintsForMethod(java.getName(), java.getParameterTypes());
    }

    private void addResult(
            final MethodModel method,
            final List<ParameterModel> parameters,
            final BodyKind result,
            final Map<String, ObjectNode> all) {
        final ResponseStatus declared = DeclaredStatus.of(method);
        final boolean isWithoutContent = result.isNothing() && !isAsynchronous(parameters);
        final int given = declared == null ? 0 : declared.value();
        final String status = given != 0 ? Integer.toString(given) : isWithoutContent ? "204" : "200";
        final List<String> codes = AnnotatedResponses.of(method)
                .map(ApiResponse::responseCode)
                .filter(AnnotatedResponses::isSuccess)
                .toList();
        final boolean hasAnnotation = given == 0 && !codes.isEmpty() && !codes.contains(status);
        if (isWithoutContent) {
            if (!hasAnnotation) {
                all.put(status, withHeaders(described(description(status)), method, status, declared));
            }
            return;
        }
        if (result.isResponse() || result.isNothing()) {
            if (codes.isEmpty()) {
                final ObjectNode any = described("The response of the method, or a problem.");
                if (!method.produces().isEmpty()) {
                    any.set("content", anything(method.produces()));
                    SharedResponses.addProblem(any);
                }
                all.put("default", any);
            }
            return;
        }
        if (!hasAnnotation) {
            all.put(status, withHeaders(success(method, result, status), method, status, declared));
        }
        if (result.isFile() && status.equals("200")) {
            all.put("206", success(method, result, "206").put("description", "A range of the file."));
            all.put("304", described("The file has not changed."));
            all.put("416", shared.problem(416));
            all.put("412", shared.problem(412));
        }
        if (isNullPossible(method, result)) {
            all.putIfAbsent("204", described("There is no content."));
        }
    }

    /** Returns true if the method answers by an object that it gets, such as an {@code AsyncResponse}. */
    private static boolean isAsynchronous(final List<ParameterModel> parameters) {
        return parameters.stream()
                .anyMatch(each -> each.kind() == ParameterModel.Kind.CONTEXT
                        && (each.type().getTypeName().equals("jakarta.ws.rs.container.AsyncResponse")
                                || each.type().getTypeName().equals("jakarta.ws.rs.sse.SseEventSink")));
    }

    /** Returns true for a method that returns its value at once, and has not declared that it is never null. */
    private static boolean isNullPossible(final MethodModel method, final BodyKind result) {
        return method.resultType() == result.type()
                && !result.raw().isPrimitive()
                && !Nullness.isNonNull(method.getResourceMethod());
    }

    private static String description(final String status) {
        return switch (status) {
            case "200" -> "The request has succeeded.";
            case "204" -> "There is no content.";
            default -> ReasonPhrases.of(Integer.parseInt(status)) + ".";
        };
    }

    /** Adds the headers that a method adds with a {@code TypedResponse}. */
    private static ObjectNode withHeaders(
            final ObjectNode response,
            final MethodModel method,
            final String status,
            final @Nullable ResponseStatus declared) {
        final boolean isTyped = !TypedResults.entityOf(method.resultType()).equals(method.resultType());
        if (isTyped && status.equals("201")) {
            SharedResponses.addHeader(response, HttpHeaders.LOCATION);
        }
        if (declared != null) {
            Arrays.stream(declared.headers()).forEach(name -> SharedResponses.addHeader(response, name));
        }
        return response;
    }

    private ObjectNode success(final MethodModel method, final BodyKind result, final String status) {
        final ObjectNode response = described(description(status));
        response.set("content", contents.of(result, method.produces(), false, method.annotation(JsonView.class)));
        if (result.raw() == Page.class) {
            SharedResponses.addLinks(response.withObject("/headers"));
        }
        return response;
    }

    private static ObjectNode anything(final List<MediaType> types) {
        final ObjectNode content = JsonNodeFactory.instance.objectNode();
        types.forEach(type -> content.putObject(MediaContent.text(type)));
        return content;
    }

    static ObjectNode described(final String description) {
        return JsonNodeFactory.instance.objectNode().put("description", description);
    }

    /** Returns the failures that belong to the method rather than to all methods. */
    private Set<String> failures(
            final MethodRoute route,
            final List<ParameterModel> parameters,
            final BodyKind result,
            final boolean hasBody) {
        final MethodModel method = route.method();
        final Set<Integer> statuses = new TreeSet<>();
        final boolean expectsVersion = parameters.stream().anyMatch(each -> is(each.type(), ExpectedVersion.class));
        if (hasBody
                || hasConstraints(method)
                || expectsVersion
                || parameters.stream().anyMatch(each -> is(each.type(), SortOrder.class))) {
            statuses.add(400);
        }
        if (result.isEmptyPossible() || result.isFile() || route.template().contains("{")) {
            statuses.add(404);
        }
        if (parameters.stream().anyMatch(each -> is(each.type(), JsonPatch.class))) {
            statuses.addAll(List.of(409, 422));
        }
        if (parameters.stream().anyMatch(each -> is(each.type(), MergePatch.class))) {
            statuses.add(422);
        }
        if (expectsVersion) {
            statuses.addAll(List.of(412, 428));
        }
        if (method.annotation(RateLimit.class) != null) {
            statuses.add(429);
        }
        if (isRestricted(route.access())) {
            statuses.addAll(List.of(401, 403));
        }
        return statuses.stream().map(String::valueOf).collect(Collectors.toCollection(TreeSet::new));
    }

    private boolean hasConstraints(final MethodModel method) {
        final MethodDescriptor constrained = constraints(method);
        return constrained != null
                && constrained.getParameterDescriptors().stream()
                        .anyMatch(each -> each.hasConstraints()
                                || each.isCascaded()
                                || !each.getConstrainedContainerElementTypes().isEmpty());
    }

    private static boolean is(final Type type, final Class<?> wanted) {
        return type.getTypeName().contains(wanted.getName());
    }
}
