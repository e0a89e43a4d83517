package org.jzenith.javascript.internal.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.OutputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.NodePath;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.problem.Problem;
import org.jzenith.http.problem.ProblemJson;

/** The JSON Schema (2020-12, unless {@code $schema} names another one) of a request body. Safe for use by many threads. */
public final class BodySchema {

    private static final int BAD_REQUEST = 400;

    /** A large body may break rules a million times. */
    private static final int MOST = 100;

    /** The path of what is wrong with the body as a whole. */
    private static final String BODY = "body";

    private final Schema schema;

    private BodySchema(final Schema schema) {
        this.schema = schema;
    }

    /** Compiles schemas, each text once. Safe for use by many threads. */
    public static final class SchemaCompiler {

        private final Map<JsonNode, BodySchema> compiled = new HashMap<>();
        private @Nullable SchemaRegistry registry;

        /**
         * Compiles a schema.
         *
         * @param json the schema
         * @return a compiled schema
         * @throws IllegalArgumentException if it is not a valid schema
         */
        public synchronized BodySchema compile(final JsonNode json) {
            BodySchema known = compiled.get(json);
            if (known == null) {
                known = new BodySchema(compile(json, registry()));
                compiled.put(json, known);
            }
            return known;
        }

        private SchemaRegistry registry() {
            SchemaRegistry known = registry;
            if (known == null) {
                known = SchemaRegistry.withDefaultDialect(
                        SpecificationVersion.DRAFT_2020_12,
                        builder -> builder.schemaRegistryConfig(SchemaRegistryConfig.builder()
                                .locale(Locale.ENGLISH)
                                .build()));
                registry = known;
            }
            return known;
        }

        private static Schema compile(final JsonNode json, final SchemaRegistry known) {
            final String dialect = json.path("$schema").asText(SpecificationVersion.DRAFT_2020_12.getDialectId());
            try {
                final List<Error> mistakes =
                        known.getSchema(SchemaLocation.of(dialect)).validate(json);
                if (!mistakes.isEmpty()) {
                    final Error first = mistakes.get(0);
                    throw new IllegalArgumentException(path(first) + ": " + first.getMessage());
                }
                final Schema schema = known.getSchema(json);
                schema.initializeValidators();
                return schema;
            } catch (final SchemaException e) {
                throw new IllegalArgumentException(String.valueOf(e.getMessage()), e);
            }
        }
    }

    /** Keeps the first 100 violations of a body, or ends with the first one. */
    private static final class FirstErrors extends ExecutionContext {

        FirstErrors(final boolean onlyOne) {
            super(ExecutionConfig.builder()
                    .locale(Locale.ENGLISH)
                    .failFast(onlyOne)
                    .build());
        }

        @Override
        public void addError(final Error error) {
            if (isFailFast() || getErrors().size() < MOST) {
                super.addError(error);
            }
        }
    }

    /**
     * Checks a body.
     *
     * @param body the body
     * @param onlyFirst true to end with the first violation, because the body is large
     * @return the problem with its violations; null if there are none
     */
    public @Nullable Problem check(final JsonNode body, final boolean onlyFirst) {
        final List<Map<String, Object>> violations =
                schema.validate(new FirstErrors(onlyFirst), body, OutputFormat.DEFAULT).stream()
                        .sorted(Comparator.comparing(BodySchema::path).thenComparing(Error::getMessage))
                        .map(error -> Map.<String, Object>of("path", path(error), "message", error.getMessage()))
                        .toList();
        return violations.isEmpty()
                ? null
                : ProblemJson.withViolations(
                        ProblemJson.of(BAD_REQUEST, "The request is invalid. See 'violations'."), violations);
    }

    /** Returns the path in the form that Java resources have, with the name of a property that is missing or not allowed. */
    private static String path(final Error error) {
        final StringBuilder path = new StringBuilder();
        final NodePath location = error.getInstanceLocation();
        for (int i = 0; i < location.getNameCount(); i++) {
            append(path, location.getElement(i));
        }
        if (error.getProperty() != null) {
            append(path, error.getProperty());
        }
        return path.isEmpty() ? BODY : path.toString();
    }

    private static void append(final StringBuilder path, final Object element) {
        if (element instanceof Integer) {
            path.append('[').append(element).append(']');
        } else {
            path.append(path.isEmpty() ? "" : ".").append(element);
        }
    }
}
