package org.jzenith.openapi.internal.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jzenith.http.internal.request.PathTemplate;

/** The examples that tests have recorded, in the file {@value #FILE} of the class path. */
final class RecordedExamples {

    private static final String FILE = "openapi-examples.json";

    private RecordedExamples() {}

    /**
     * Adds the examples to the operations that handle their requests.
     *
     * @param paths the path items by template
     */
    static void addTo(final Map<String, ObjectNode> paths) {
        final ClassLoader loader = Objects.requireNonNullElseGet(
                Thread.currentThread().getContextClassLoader(), RecordedExamples.class::getClassLoader);
        try (InputStream file = loader.getResourceAsStream(FILE)) {
            if (file != null) {
                new JsonMapper()
                        .readTree(file)
                        .properties()
                        .forEach(each -> add(paths, each.getKey(), each.getValue()));
            }
        } catch (final IOException e) {
            throw new UncheckedIOException("The examples in " + FILE + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static void add(final Map<String, ObjectNode> paths, final String name, final JsonNode example) {
        final String path = example.path("path").asText();
        final String method = example.path("method").asText().toLowerCase(Locale.ROOT);
        final JsonNode operation = paths.entrySet().stream()
                .filter(each -> each.getValue().has(method)
                        && pattern(each.getKey()).matcher(path).matches())
                .min(Comparator.comparing(
                        each -> PathTemplate.of(each.getKey()).names().size()))
                .map(each -> each.getValue().path(method))
                .orElse(null);
        if (operation != null) { // the document of another listener may have it
            addTo(operation.path("requestBody"), name, example.path("request"));
            addTo(operation.path("responses").path(example.path("status").asText()), name, example.path("response"));
        }
    }

    private static Pattern pattern(final String template) {
        return Pattern.compile(PathTemplate.of(template).parts().stream()
                .map(part -> part.isParameter() ? "[^/]+" : Pattern.quote(part.text()))
                .collect(Collectors.joining()));
    }

    private static void addTo(final JsonNode place, final String name, final JsonNode recorded) {
        if (place.path("content").path(recorded.path("type").asText()) instanceof final ObjectNode media) {
            media.withObject("/examples").putObject(name).set("value", recorded.path("body"));
        }
    }
}
