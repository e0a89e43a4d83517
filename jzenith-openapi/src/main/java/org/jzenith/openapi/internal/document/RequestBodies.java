package org.jzenith.openapi.internal.document;

import com.fasterxml.jackson.annotation.JsonView;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import jakarta.validation.Validator;
import jakarta.validation.metadata.MethodDescriptor;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.Form;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.File;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.jzenith.openapi.internal.schema.Rules;
import org.jzenith.rest.body.JsonPatch;
import org.jzenith.rest.body.MergePatch;
import org.jzenith.rest.body.Part;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.rest.pipeline.ParameterModel;

/** Describes the bodies of requests. */
final class RequestBodies {

    private static final Set<Class<?>> FILES =
            Set.of(Part.class, EntityPart.class, InputStream.class, File.class, Path.class, byte[].class);
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String MULTIPART = "multipart/form-data";

    private final MediaContent contents;
    private final Validator validator;

    RequestBodies(final MediaContent contents, final Validator validator) {
        this.contents = contents;
        this.validator = validator;
    }

    /** Returns the body of an operation; null if its method takes none. */
    @Nullable
    ObjectNode of(final MethodRoute route, final List<ParameterModel> parameters) {
        final MethodModel method = route.method();
        final List<ParameterModel> parts = parameters.stream()
                .filter(each -> each.kind() == ParameterModel.Kind.FORM)
                .toList();
        if (!parts.isEmpty()) {
            return form(method, parts);
        }
        final int index = bodyIndex(method);
        return index < 0 ? null : body(method, index);
    }

    private static int bodyIndex(final MethodModel method) {
        final int count = method.getResourceMethod().getParameterCount();
        for (int i = 0; i < count; i++) {
            final ParameterModel parameter = method.parameter(i);
            if (parameter != null && parameter.kind() == ParameterModel.Kind.BODY) {
                return i;
            }
        }
        return -1;
    }

    private ObjectNode body(final MethodModel method, final int index) {
        final ParameterModel parameter = method.parameter(index);
        if (parameter == null) {
            throw new IllegalStateException(method + " has no parameter " + index + ".");
        }
        final BodyKind kind = BodyKind.of(parameter.type(), rules(method.getResourceMethod(), index, method));
        final ObjectNode body = JsonNodeFactory.instance.objectNode();
        final io.swagger.v3.oas.annotations.parameters.RequestBody annotation =
                parameter.annotation(io.swagger.v3.oas.annotations.parameters.RequestBody.class);
        if (annotation != null && !annotation.description().isEmpty()) {
            body.put("description", annotation.description());
        }
        final ObjectNode content = content(method, parameter, kind);
        if (annotation != null) {
            for (final Content each : annotation.content()) {
                content.properties().stream()
                        .filter(media ->
                                each.mediaType().isEmpty() || each.mediaType().equals(media.getKey()))
                        .forEach(media -> ExampleAnnotations.addTo((ObjectNode) media.getValue(), each.examples()));
            }
        }
        body.set("content", content);
        if (isRequired(method, parameter, kind)) {
            body.put("required", true);
        }
        return body;
    }

    /**
     * Returns true if a request without a body is refused: by the method, or because it has no {@code Content-Type}, which stands for
     * {@code application/octet-stream}.
     */
    private static boolean isRequired(final MethodModel method, final ParameterModel parameter, final BodyKind kind) {
        final boolean isBinary = method.consumes().isEmpty()
                || method.consumes().stream().anyMatch(MediaType.APPLICATION_OCTET_STREAM_TYPE::isCompatible);
        return !isBinary || (parameter.isRequired() && !kind.isBinary());
    }

    private ObjectNode content(final MethodModel method, final ParameterModel parameter, final BodyKind kind) {
        final Class<?> raw = kind.raw();
        final ObjectNode content = JsonNodeFactory.instance.objectNode();
        if (raw == JsonPatch.class) {
            content.putObject(JsonPatch.MEDIA_TYPE).set("schema", jsonPatch());
            return content;
        }
        if (raw == MergePatch.class) {
            content.putObject(MergePatch.MEDIA_TYPE).putObject("schema").put("type", "object");
            return content;
        }
        if (raw == Form.class || raw == MultivaluedMap.class) {
            final ObjectNode fields = content.putObject(type(method, FORM)).putObject("schema");
            fields.put("type", "object").putObject("additionalProperties").put("type", "string");
            return content;
        }
        if (isParts(parameter, kind)) {
            final ObjectNode fields = content.putObject(type(method, MULTIPART)).putObject("schema");
            fields.put("type", "object").putObject("additionalProperties");
            return content;
        }
        return contents.of(kind, method.consumes(), true, parameter.annotation(JsonView.class));
    }

    private static boolean isParts(final ParameterModel parameter, final BodyKind kind) {
        return kind.raw() == Part.class
                || kind.raw() == EntityPart.class
                || parameter.type().getTypeName().contains(EntityPart.class.getName());
    }

    private static String type(final MethodModel method, final String usual) {
        return method.consumes().isEmpty()
                ? usual
                : MediaContent.text(method.consumes().get(0));
    }

    /** Returns the constraints of a parameter. */
    private Rules rules(final Method method, final int index, final MethodModel model) {
        final MethodDescriptor constrained = validator
                .getConstraintsForClass(model.getResourceClass())
                .getConstraintsForMethod(method.getName(), method.getParameterTypes());
        return constrained == null
                ? Rules.NONE
                : Rules.of(constrained.getParameterDescriptors().get(index), Rules.DEFAULT);
    }

    private static ObjectNode form(final MethodModel method, final List<ParameterModel> parts) {
        final ObjectNode fields = JsonNodeFactory.instance.objectNode().put("type", "object");
        final ObjectNode properties = fields.putObject("properties");
        final TreeSet<String> required = new TreeSet<>();
        boolean hasFiles = false;
        for (final ParameterModel each : parts) {
            final boolean isFile = isFile(each);
            hasFiles |= isFile;
            properties.set(each.name(), isFile ? file(each) : OperationParameters.schema(each));
            final Parameter annotation = each.annotation(Parameter.class);
            if (each.isRequired() || (annotation != null && annotation.required())) {
                required.add(each.name());
            }
        }
        if (!required.isEmpty()) {
            required.forEach(fields.putArray("required")::add);
        }
        final ObjectNode body = JsonNodeFactory.instance.objectNode();
        final ObjectNode content = body.putObject("content");
        final List<MediaType> declared = method.consumes();
        if (declared.isEmpty()) {
            content.putObject(hasFiles ? MULTIPART : FORM).set("schema", fields);
        }
        declared.forEach(type -> content.putObject(MediaContent.text(type)).set("schema", fields.deepCopy()));
        if (!required.isEmpty()) {
            body.put("required", true);
        }
        return body;
    }

    private static boolean isFile(final ParameterModel field) {
        return FILES.stream().anyMatch(each -> field.type().getTypeName().contains(each.getTypeName()));
    }

    private static ObjectNode file(final ParameterModel field) {
        final ObjectNode file =
                JsonNodeFactory.instance.objectNode().put("type", "string").put("format", "binary");
        return BodyKind.raw(field.type()) == List.class
                ? JsonNodeFactory.instance.objectNode().put("type", "array").set("items", file)
                : file;
    }

    private static ObjectNode jsonPatch() {
        final ObjectNode patch = JsonNodeFactory.instance.objectNode().put("type", "array");
        final ObjectNode variants = patch.putObject("items");
        operation(variants, List.of("add", "replace", "test"), "value");
        operation(variants, List.of("remove"), "");
        operation(variants, List.of("move", "copy"), "from");
        return patch;
    }

    private static void operation(final ObjectNode variants, final List<String> names, final String further) {
        final ObjectNode one = variants.withArray("oneOf").addObject().put("type", "object");
        final ObjectNode properties = one.putObject("properties");
        names.forEach(properties.putObject("op").put("type", "string").putArray("enum")::add);
        pointer(properties.putObject("path"));
        one.putArray("required").add("op").add("path");
        if (further.equals("from")) {
            pointer(properties.putObject("from"));
        } else if (!further.isEmpty()) {
            properties.putObject(further);
        }
        if (!further.isEmpty()) {
            one.withArray("required").add(further);
        }
    }

    private static void pointer(final ObjectNode schema) {
        schema.put("type", "string").put("format", "json-pointer");
    }
}
