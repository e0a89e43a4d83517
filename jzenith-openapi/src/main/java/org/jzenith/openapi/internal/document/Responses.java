package org.jzenith.openapi.internal.document;

import com.fasterxml.jackson.annotation.JsonView;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.validation.Validator;
import jakarta.validation.metadata.MethodDescriptor;
import jakarta.ws.rs.core.MediaType;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jzenith.core.page.Page;
import org.jzenith.openapi.internal.schema.Nullness;
import org.jzenith.openapi.internal.schema.Rules;
import org.jzenith.openapi.internal.schema.SchemaAnnotations;
import org.jzenith.openapi.internal.schema.Schemas;
import org.jzenith.rest.body.JsonPatch;
import org.jzenith.rest.body.MergePatch;
import org.jzenith.rest.limit.RateLimit;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.rest.pipeline.ParameterModel;

/** Describes all responses that an operation may have. */
final class Responses {

    private final MediaContent contents;
    private final Schemas schemas;
    private final Validator validator;
    private final SharedResponses shared;

    /** Sorted, because the map that is given has another order in each JVM. */
    private final List<Map.Entry<Class<? extends Throwable>, OptionalInt>> mapped;

    private final boolean isAuthenticating;

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
        this.schemas = schemas;
        this.validator = validator;
        this.shared = shared;
        this.mapped = mapped.entrySet().stream()
                .sorted(Comparator.comparing(each -> each.getKey().getName()))
                .toList();
        this.isAuthenticating = isAuthenticating;
    }

    /** Returns the responses by status, those of the method first. */
    ObjectNode of(final MethodRoute route, final List<ParameterModel> parameters, final boolean hasBody) {
        final MethodModel method = route.method();
        final BodyKind result = BodyKind.of(method.resultType(), rules(method));
        final Map<String, ObjectNode> all = new TreeMap<>();
        addResult(method, parameters, result, all);
        annotated(method).forEach(each -> addAnnotated(each, method, result, all));
        final Set<Integer> statuses = new TreeSet<>(SharedResponses.OF_LISTENER);
        addFailures(route, parameters, result, hasBody, statuses);
        boolean isMappedByFunction = false;
        for (final Map.Entry<Class<? extends Throwable>, OptionalInt> each : mapped) {
            final List<ApiResponse> ofException = List.of(each.getKey().getAnnotationsByType(ApiResponse.class));
            ofException.forEach(response -> addAnnotated(response, method, result, all));
            each.getValue().ifPresent(statuses::add);
            isMappedByFunction |= each.getValue().isEmpty() && ofException.isEmpty();
        }
        if (method.annotation(RateLimit.class) != null) {
            all.forEach((code, response) -> {
                if (isSuccess(code)) {
                    SharedResponses.addRateLimit(response.withObject("/headers"));
                }
            });
        }
        statuses.forEach(status -> all.putIfAbsent(Integer.toString(status), shared.problem(status)));
        if (isMappedByFunction) {
            all.putIfAbsent("default", shared.mapped());
        }
        final ObjectNode responses = JsonNodeFactory.instance.objectNode();
        all.forEach(responses::set);
        return responses;
    }

    private Rules rules(final MethodModel method) {
        final Method java = method.getResourceMethod();
        final MethodDescriptor constrained = validator
                .getConstraintsForClass(method.getResourceClass())
                .getConstraintsForMethod(java.getName(), java.getParameterTypes());
        return (constrained == null ? Rules.NONE : Rules.of(constrained.getReturnValueDescriptor(), Rules.DEFAULT))
                .declaredAs(java.getAnnotatedReturnType());
    }

    private void addResult(
            final MethodModel method,
            final List<ParameterModel> parameters,
            final BodyKind result,
            final Map<String, ObjectNode> all) {
        final boolean hasAnnotation = annotated(method).anyMatch(each -> isSuccess(each.responseCode()));
        if (result.isNothing() && !isAsynchronous(parameters)) {
            if (!hasAnnotation) {
                all.put("204", described("There is no content."));
            }
            return;
        }
        if (result.isResponse() || result.isNothing()) {
            if (!hasAnnotation) {
                final ObjectNode any = described("The response of the method.");
                if (!method.produces().isEmpty()) {
                    any.set("content", anything(method.produces()));
                }
                all.put("default", any);
            }
            return;
        }
        if (!hasAnnotation) {
            all.put("200", success(method, result));
        }
        if (result.isFile()) {
            all.put("206", success(method, result).put("description", "A range of the file."));
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

    private ObjectNode success(final MethodModel method, final BodyKind result) {
        final ObjectNode response = described("The request has succeeded.");
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

    private static ObjectNode described(final String description) {
        return JsonNodeFactory.instance.objectNode().put("description", description);
    }

    private void addFailures(
            final MethodRoute route,
            final List<ParameterModel> parameters,
            final BodyKind result,
            final boolean hasBody,
            final Set<Integer> statuses) {
        final MethodModel method = route.method();
        if (hasBody) {
            statuses.addAll(List.of(408, 413, 415, 417));
        }
        if (!result.isNothing()) {
            statuses.add(406);
        }
        if (result.isEmptyPossible()
                || result.isFile()
                || parameters.stream().anyMatch(Responses::mayBeUnknown)
                || route.template().contains("{")) {
            statuses.add(404);
        }
        if (parameters.stream().anyMatch(each -> is(each.type(), JsonPatch.class))) {
            statuses.addAll(List.of(409, 422));
        }
        if (parameters.stream().anyMatch(each -> is(each.type(), MergePatch.class))) {
            statuses.add(422);
        }
        if (method.annotation(RateLimit.class) != null) {
            statuses.add(429);
        }
        if (isAuthenticating) {
            statuses.addAll(
                    List.of(401, 429)); // also where no credentials are needed: wrong ones, and too many of them
        }
        route.access()
                .filter(each -> !each.isAnonymousAllowed() || each.isConditional())
                .ifPresent(each -> {
                    statuses.add(401);
                    statuses.add(403);
                });
    }

    private static boolean is(final Type type, final Class<?> wanted) {
        return type.getTypeName().contains(wanted.getName());
    }

    /** Returns true for a parameter whose unreadable value is a 404. */
    private static boolean mayBeUnknown(final ParameterModel parameter) {
        return switch (parameter.kind()) {
            case PATH, QUERY, MATRIX -> true;
            case HEADER, COOKIE, FORM, BODY, CONTEXT -> false;
        };
    }

    private static Stream<ApiResponse> annotated(final MethodModel method) {
        final Operation operation = method.annotated().getAnnotation(Operation.class);
        return Stream.of(
                        Arrays.stream(method.annotated().getAnnotationsByType(ApiResponse.class)),
                        operation == null ? Stream.<ApiResponse>empty() : Arrays.stream(operation.responses()),
                        Arrays.stream(method.getResourceClass().getAnnotationsByType(ApiResponse.class)))
                .flatMap(each -> each);
    }

    private static boolean isSuccess(final String code) {
        return code.equals("default") || code.startsWith("2") || code.startsWith("3");
    }

    private void addAnnotated(
            final ApiResponse annotation,
            final MethodModel method,
            final BodyKind result,
            final Map<String, ObjectNode> all) {
        final String code = annotation.responseCode();
        final ObjectNode known = all.get(code);
        final ObjectNode response = known == null || known.has("$ref")
                ? isFailure(code)
                        ? SharedResponses.copy(Integer.parseInt(code))
                        : described("The response of the method.")
                : known;
        if (!annotation.description().isEmpty()) {
            response.put("description", annotation.description());
        }
        if (annotation.content().length > 0) {
            final ObjectNode content = response.putObject("content");
            for (final Content each : annotation.content()) {
                add(each, method, content);
            }
        } else if (!response.has("content")
                && isSuccess(code)
                && !result.isResponse()
                && !result.isNothing()
                && !code.equals("204")
                && !code.startsWith("3")) {
            response.set("content", contents.of(result, method.produces(), false, method.annotation(JsonView.class)));
        }
        for (final Header each : annotation.headers()) {
            final ObjectNode header = response.withObject("/headers").putObject(each.name());
            if (!each.description().isEmpty()) {
                header.put("description", each.description());
            }
            SchemaAnnotations.add(header.putObject("schema").put("type", "string"), each.schema());
        }
        all.put(code, response);
    }

    private static boolean isFailure(final String code) {
        return code.matches("[45]\\d\\d");
    }

    private void add(final Content annotation, final MethodModel method, final ObjectNode content) {
        final Class<?> type = annotation.schema().implementation();
        final Class<?> element = annotation.array().schema().implementation();
        final List<String> mediaTypes = !annotation.mediaType().isEmpty()
                ? List.of(annotation.mediaType())
                : method.produces().isEmpty()
                        ? List.of("application/json")
                        : method.produces().stream().map(MediaContent::text).toList();
        for (final String mediaType : mediaTypes) {
            final ObjectNode media = content.putObject(mediaType);
            if (type != Void.class) {
                media.set("schema", schemas.output(type, Rules.NONE, null));
            } else if (element != Void.class) {
                media.putObject("schema").put("type", "array").set("items", schemas.output(element, Rules.NONE, null));
            } else {
                final ObjectNode schema = JsonNodeFactory.instance.objectNode();
                SchemaAnnotations.add(schema, annotation.schema());
                if (!schema.isEmpty()) {
                    media.set("schema", schema);
                }
            }
        }
    }
}
