package org.jzenith.openapi.internal.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.reflect.AnnotatedParameterizedType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jzenith.http.internal.request.PathTemplate;
import org.jzenith.openapi.internal.schema.ConstraintKeywords;
import org.jzenith.openapi.internal.schema.SchemaAnnotations;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.rest.pipeline.ParameterModel;

/** Describes the parameters of operations, except the body. */
final class OperationParameters {

    /** Headers that OpenAPI describes in other places. */
    private static final Set<String> ELSEWHERE = Set.of("accept", "content-type", "authorization");

    private OperationParameters() {}

    /** Adds the parameters of a route to its operation. */
    static void addTo(final ObjectNode operation, final List<ParameterModel> models, final PathTemplate path) {
        final Map<String, ObjectNode> all = new LinkedHashMap<>();
        final Map<String, ObjectNode> matrix = new LinkedHashMap<>();
        path.expressions().forEach((name, expression) -> {
            final ObjectNode parameter = parameter("path", name).put("required", true);
            parameter.putObject("schema").put("type", "string");
            addExpression(parameter, expression);
            all.put("path " + name, parameter);
        });
        models.forEach(model -> {
            final Parameter annotation = model.annotation(Parameter.class);
            if (annotation != null && annotation.hidden()) {
                return;
            }
            final String place = model.kind().name().toLowerCase(Locale.ROOT);
            switch (model.kind()) {
                case PATH -> {
                    if (path.expressions().containsKey(model.name())) {
                        final ObjectNode parameter = described(model, place).put("required", true);
                        addExpression(parameter, path.expressions().get(model.name()));
                        all.put("path " + model.name(), parameter);
                    }
                }
                case QUERY, COOKIE -> all.putIfAbsent(place + " " + model.name(), described(model, place));
                case HEADER -> {
                    if (!ELSEWHERE.contains(model.name().toLowerCase(Locale.ROOT))) {
                        all.putIfAbsent(place + " " + model.name(), described(model, place));
                    }
                }
                case MATRIX -> matrix.putIfAbsent(model.name(), described(model, place));
                case FORM, BODY, CONTEXT -> {}
            }
        });
        if (!all.isEmpty()) {
            final ArrayNode parameters = operation.putArray("parameters");
            all.values().forEach(parameters::add);
        }
        if (!matrix.isEmpty()) {
            // OpenAPI has matrix parameters only as a part of the template.
            final ArrayNode parameters = operation.putArray("x-matrix-parameters");
            matrix.values().forEach(parameters::add);
        }
    }

    /** Returns what the method and the locators before take. */
    static List<ParameterModel> models(final MethodRoute route) {
        return Stream.concat(
                        route.method().parameters().stream(),
                        route.locators().stream().map(MethodModel::parameters).flatMap(List::stream))
                .toList();
    }

    private static ObjectNode parameter(final String place, final String name) {
        return JsonNodeFactory.instance.objectNode().put("name", name).put("in", place);
    }

    private static ObjectNode described(final ParameterModel model, final String place) {
        final ObjectNode parameter = parameter(place, model.name());
        final Parameter annotation = model.annotation(Parameter.class);
        if (annotation != null && !annotation.description().isEmpty()) {
            parameter.put("description", annotation.description());
        }
        if (model.isRequired() || (annotation != null && annotation.required())) {
            parameter.put("required", true);
        }
        if (model.annotation(Deprecated.class) != null || (annotation != null && annotation.deprecated())) {
            parameter.put("deprecated", true);
        }
        if (annotation != null && !annotation.example().isEmpty()) {
            parameter.set("example", SchemaAnnotations.value(annotation.example()));
        }
        parameter.set("schema", schema(model));
        if (annotation != null) {
            ExampleAnnotations.addTo(parameter, annotation.examples());
        }
        return parameter;
    }

    /** Returns the schema of a parameter with its constraints and default. */
    static ObjectNode schema(final ParameterModel model) {
        final ObjectNode schema = ParameterSchemas.of(model.type());
        ConstraintKeywords.addAnnotations(schema, model.annotations());
        if (model.annotatedType() instanceof final AnnotatedParameterizedType container) {
            final ObjectNode inside = schema.path("items") instanceof final ObjectNode items ? items : schema;
            ConstraintKeywords.addAnnotations(
                    inside, List.of(container.getAnnotatedActualTypeArguments()[0].getAnnotations()));
        }
        final Schema annotation = model.annotation(Schema.class);
        if (annotation != null) {
            SchemaAnnotations.add(schema, annotation);
        }
        final Parameter parameter = model.annotation(Parameter.class);
        if (parameter != null) {
            SchemaAnnotations.add(schema, parameter.schema());
        }
        model.defaultValue().ifPresent(text -> {
            final String type = schema.path("type").asText();
            if (type.equals("array")) {
                schema.putArray("default").add(text);
            } else if (type.equals("string")) {
                schema.put("default", text);
            } else {
                schema.set("default", SchemaAnnotations.value(text));
            }
        });
        return schema;
    }

    /** Adds the expression of a template's parameter, and that a segment is not empty. */
    private static void addExpression(final ObjectNode parameter, final String expression) {
        final ObjectNode schema = parameter.withObject("/schema");
        if (!schema.path("type").asText().equals("string")) {
            return;
        }
        if (!expression.isEmpty()) {
            ConstraintKeywords.addExpression(schema, expression);
        } else if (!schema.has("minLength") && !schema.has("format") && !schema.has("enum")) {
            schema.put("minLength", 1);
        }
    }
}
