package org.jzenith.openapi.internal.document;

import com.fasterxml.jackson.annotation.JsonView;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jzenith.openapi.internal.schema.Rules;
import org.jzenith.openapi.internal.schema.SchemaAnnotations;
import org.jzenith.openapi.internal.schema.Schemas;
import org.jzenith.rest.pipeline.MethodModel;

/** Describes the responses that {@code @ApiResponse} names. */
record AnnotatedResponses(MediaContent contents, Schemas schemas) {

    /** Returns the annotations of a method and of its class. */
    static Stream<ApiResponse> of(final MethodModel method) {
        final Operation operation = method.annotated().getAnnotation(Operation.class);
        return Stream.of(
                        Arrays.stream(method.annotated().getAnnotationsByType(ApiResponse.class)),
                        operation == null ? Stream.<ApiResponse>empty() : Arrays.stream(operation.responses()),
                        Arrays.stream(method.getResourceClass().getAnnotationsByType(ApiResponse.class)))
                .flatMap(each -> each);
    }

    static boolean isSuccess(final String code) {
        return code.equals("default") || code.startsWith("2") || code.startsWith("3");
    }

    /** Adds a response of a method, or changes the one that has its status. */
    void add(
            final ApiResponse annotation,
            final MethodModel method,
            final BodyKind result,
            final Map<String, ObjectNode> all) {
        final String code = annotation.responseCode();
        final ObjectNode known = all.get(code);
        final ObjectNode response = known == null || known.has("$ref")
                ? isFailure(code)
                        ? SharedResponses.copy(Integer.parseInt(code))
                        : Responses.described("The response of the method.")
                : known;
        if (!annotation.description().isEmpty()) {
            response.put("description", annotation.description());
        }
        if (annotation.content().length > 0) {
            final JsonNode knownContent = response.path("content");
            final ObjectNode content = response.putObject("content");
            for (final Content each : annotation.content()) {
                add(each, method, knownContent, content);
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

    /** @param known the content without the annotation, whose schema remains if the annotation has only examples */
    private void add(
            final Content annotation, final MethodModel method, final JsonNode known, final ObjectNode content) {
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
                } else if (annotation.examples().length > 0 && known.path(mediaType) instanceof final ObjectNode same) {
                    media.setAll(same);
                }
            }
            ExampleAnnotations.addTo(media, annotation.examples());
        }
    }
}
