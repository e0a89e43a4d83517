package org.jzenith.test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The response to a request of a test, with its whole body. {@link #toString} describes request and response. */
public final class TestResponse {

    private final HttpResponse<byte[]> response;
    private final ObjectMapper mapper;

    TestResponse(final HttpResponse<byte[]> response, final ObjectMapper mapper) {
        this.response = response;
        this.mapper = mapper;
    }

    /**
     * The status.
     *
     * @return for example 200
     */
    public int status() {
        return response.statusCode();
    }

    /**
     * A header.
     *
     * @param name its name, in any case
     * @return its first value, empty if there is none
     */
    public Optional<String> header(final String name) {
        return response.headers().firstValue(name);
    }

    /**
     * All headers.
     *
     * @return names and values
     */
    public HttpHeaders headers() {
        return response.headers();
    }

    /**
     * The body as text.
     *
     * @return the body read as UTF-8, empty if there is none
     */
    public String body() {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    /**
     * The body as bytes.
     *
     * @return its bytes
     */
    public byte[] bytes() {
        return response.body().clone();
    }

    /**
     * The body as JSON.
     *
     * @return the tree; a missing node if the body is empty
     * @throws IllegalStateException if the body is not JSON
     */
    public JsonNode json() {
        try {
            return mapper.readTree(response.body());
        } catch (final IOException e) {
            throw new IllegalStateException("The body is not JSON: " + this, e);
        }
    }

    /**
     * The body as an object.
     *
     * @param type its type
     * @param <T> its type
     * @return the object that Jackson reads
     * @throws IllegalStateException if the body cannot be read as this type
     */
    public <T> T as(final Class<T> type) {
        try {
            return mapper.readValue(response.body(), type);
        } catch (final IOException e) {
            throw new IllegalStateException("The body cannot be read as " + type.getSimpleName() + ": " + this, e);
        }
    }

    @Override
    public String toString() {
        return response.request().method() + " " + response.request().uri() + " -> " + status() + " " + body();
    }
}
