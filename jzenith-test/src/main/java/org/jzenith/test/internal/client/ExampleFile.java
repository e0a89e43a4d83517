package org.jzenith.test.internal.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;

/**
 * A file of examples for the OpenAPI document, sorted by name. Several processes may add to it, one after the other.
 *
 * @param path the file; created if it is missing
 */
public record ExampleFile(Path path) {

    private static final ObjectMapper JSON = new JsonMapper();

    /**
     * A body of a request or response.
     *
     * @param type the media type; empty for no body
     * @param text the content
     */
    public record Body(String type, String text) {

        private void addTo(final ObjectNode example, final String place) {
            if (!type.isEmpty() && !text.isEmpty()) {
                example.putObject(place)
                        .put("type", type.replaceFirst(";.*", ""))
                        .set("body", content());
            }
        }

        private JsonNode content() {
            try {
                return type.contains("json") ? JSON.readTree(text) : TextNode.valueOf(text);
            } catch (final JsonProcessingException e) {
                return TextNode.valueOf(text);
            }
        }
    }

    /**
     * Adds an example, in place of one with the same name.
     *
     * @param name unique in the file
     * @param method the HTTP method
     * @param requestPath the path of the request, without the query
     * @param status the status of the response
     */
    public void add(
            final String name,
            final String method,
            final String requestPath,
            final Body request,
            final int status,
            final Body response) {
        final ObjectNode example = JSON.createObjectNode().put("method", method).put("path", requestPath);
        request.addTo(example, "request");
        example.put("status", status);
        response.addTo(example, "response");
        try {
            write(name, example);
        } catch (final IOException e) {
            throw new UncheckedIOException("The example '" + name + "' cannot be added to " + path + ": " + e, e);
        }
    }

    private void write(final String name, final ObjectNode example) throws IOException {
        synchronized (ExampleFile.class) { // a lock of a file is for other processes only
            try (FileChannel file = FileChannel.open(
                    path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                file.lock(); // until it is closed
                final Map<String, JsonNode> all = new TreeMap<>();
                JSON.readTree(Channels.newInputStream(file).readAllBytes())
                        .properties()
                        .forEach(each -> all.put(each.getKey(), each.getValue()));
                all.put(name, example);
                file.truncate(0);
                file.write(ByteBuffer.wrap(JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(all)), 0);
            }
        }
    }
}
