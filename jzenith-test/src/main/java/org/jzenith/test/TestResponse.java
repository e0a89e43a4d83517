package org.jzenith.test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jzenith.test.internal.client.ExampleFile;
import org.jzenith.test.internal.client.JsonContent;
import org.jzenith.test.internal.client.ReceivedElements;

/**
 * The response to a test's request, with its whole body. {@link #toString} describes request and response.
 *
 * <pre>{@code
 * http.get("/orders/17").expectStatus(200).expectJson("/customer", "Ann");
 * }</pre>
 */
public final class TestResponse {

    private static final int SHOWN = 2000;

    private final HttpResponse<?> response;
    private final byte[] body;
    private final String sent;
    private final ObjectMapper mapper;

    /**
     * Creates a response.
     *
     * @param body the body of the response
     * @param sent the body of the request, for messages of failures
     */
    TestResponse(final HttpResponse<?> response, final byte[] body, final String sent, final ObjectMapper mapper) {
        this.response = response;
        this.body = body;
        this.sent = sent;
        this.mapper = mapper;
    }

    /**
     * Checks the status. A failure shows request, status, headers and body.
     *
     * <pre>{@code
     * User user = http.post("/user", data).expectStatus(201).as(User.class);
     * }</pre>
     *
     * @param expected the expected status, for example 200
     * @return this response
     * @throws AssertionError if the status is different
     */
    public TestResponse expectStatus(final int expected) {
        if (status() != expected) {
            throw new AssertionError("The status is " + status() + ", not " + expected + ".\n" + details());
        }
        return this;
    }

    /**
     * Checks a header. A failure shows request, status, headers and body.
     *
     * @param name the name; case is ignored
     * @param expected its value; one of its values if there are several
     * @return this response
     * @throws AssertionError if the header has a different value or is missing
     */
    public TestResponse expectHeader(final String name, final String expected) {
        final List<String> values = headers().allValues(name);
        if (!values.contains(expected)) {
            throw new AssertionError((values.isEmpty()
                            ? "The header " + name + " is missing; expected '" + expected + "'."
                            : "The header " + name + " is '" + String.join("', '", values) + "', not '" + expected
                                    + "'.")
                    + "\n" + details());
        }
        return this;
    }

    /**
     * Checks a value in the JSON body. A failure shows both values, request, status, headers and body.
     *
     * <pre>{@code
     * http.get("/orders").expectStatus(200).expectJson("/total", 2).expectJson("/orders/0/customer", "Ann");
     * }</pre>
     *
     * @param pointer a JSON pointer (RFC 6901); empty for the whole body
     * @param expected the expected value: text, a number, a boolean, an enum, a list, a map, or an object that Jackson writes as JSON; null
     *     for JSON's null. Numbers are compared by value, so 2 equals 2.0
     * @return this response
     * @throws AssertionError if the value is different or missing
     * @throws IllegalStateException if the body is not JSON
     */
    public TestResponse expectJson(final String pointer, final @Nullable Object expected) {
        final JsonNode actual = json().at(pointer);
        final JsonNode wanted = mapper.valueToTree(expected);
        if (!actual.equals(TestResponse::compare, wanted)) {
            throw new AssertionError((actual.isMissingNode()
                            ? "The JSON has nothing at '" + pointer + "', expected " + wanted + "."
                            : "The JSON at '" + pointer + "' is " + actual + ", not " + wanted + ".")
                    + "\n" + details());
        }
        return this;
    }

    /**
     * Records request and response as an example for the OpenAPI document. The system property {@code examples.file} names the file.
     * Without the property it does nothing:
     *
     * <pre>{@code
     * mvn test -Dexamples.file=src/main/resources/openapi-examples.json
     * }</pre>
     *
     * @param name unique in the file; an example with the same name is replaced
     * @return this response
     * @throws UncheckedIOException if the file cannot be read or written
     */
    public TestResponse asExample(final String name) {
        final String file = System.getProperty("examples.file");
        if (file != null) {
            final HttpRequest request = response.request();
            new ExampleFile(Path.of(file))
                    .add(
                            name,
                            request.method(),
                            request.uri().getPath(),
                            new ExampleFile.Body(
                                    request.headers().firstValue("Content-Type").orElse(""), sent),
                            status(),
                            new ExampleFile.Body(header("Content-Type").orElse(""), body()));
        }
        return this;
    }

    private static int compare(final JsonNode actual, final JsonNode expected) {
        if (actual.isNumber() && expected.isNumber()) {
            return actual.decimalValue().compareTo(expected.decimalValue());
        }
        return actual.equals(expected) ? 0 : 1;
    }

    String details() {
        final StringBuilder text = new StringBuilder("  " + request());
        if (!sent.isEmpty()) {
            text.append("\n    ").append(shortened(sent));
        }
        text.append("\n  ").append(status());
        headers()
                .map()
                .forEach((name, values) -> values.forEach(
                        value -> text.append("\n    ").append(name).append(": ").append(value)));
        return (body.length == 0 ? text : text.append("\n    ").append(shortened(body()))).toString();
    }

    private static String shortened(final String text) {
        return ReceivedElements.shortened(text, SHOWN);
    }

    private String request() {
        return response.request().method() + " " + response.request().uri();
    }

    /**
     * Returns the status.
     *
     * @return a value such as 200
     */
    public int status() {
        return response.statusCode();
    }

    /**
     * Returns a header.
     *
     * @param name the name; case is ignored
     * @return its first value, empty if there is none
     */
    public Optional<String> header(final String name) {
        return response.headers().firstValue(name);
    }

    /**
     * Returns all headers.
     *
     * @return names and values
     */
    public HttpHeaders headers() {
        return response.headers();
    }

    /**
     * Returns the HTTP version of the response.
     *
     * @return HTTP/1.1, or HTTP/2 with {@link JZenithHttp#withHttp2}
     */
    public HttpClient.Version version() {
        return response.version();
    }

    /**
     * Returns the body as text.
     *
     * @return the body read as UTF-8, empty if there is none
     */
    public String body() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /**
     * Returns the body as bytes.
     *
     * @return its bytes
     */
    public byte[] bytes() {
        return body.clone();
    }

    /**
     * Returns the body as JSON.
     *
     * @return the tree; a missing node if the body is empty
     * @throws IllegalStateException if the body is not JSON
     */
    public JsonNode json() {
        return JsonContent.tree(body, mapper, "body", this);
    }

    /**
     * Returns the body as an object.
     *
     * @param type its type
     * @param <T> its type
     * @return the object that Jackson reads
     * @throws IllegalStateException if the body cannot be read as this type
     */
    public <T> T as(final Class<T> type) {
        return JsonContent.object(body, type, mapper, "body", this);
    }

    /**
     * Returns the body as objects, for a JSON array.
     *
     * @param type the type of each
     * @param <T> its type
     * @return the objects that Jackson reads
     * @throws IllegalStateException if the body cannot be read as a list of this type
     */
    public <T> List<T> asList(final Class<T> type) {
        return JsonContent.list(body, type, mapper, "body", this);
    }

    @Override
    public String toString() {
        return request() + " -> " + status() + " " + shortened(body());
    }
}
