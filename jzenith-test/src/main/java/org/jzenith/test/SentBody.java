package org.jzenith.test;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileNotFoundException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request.
 *
 * @param publisher the bytes
 * @param type the media type, unless the test sets another; null if there is no body
 * @param shown the body as messages of failures show it
 */
record SentBody(BodyPublisher publisher, @Nullable String type, String shown) {

    private static final String JSON = "application/json";
    private static final String MERGE_PATCH = "application/merge-patch+json";
    private static final String JSON_PATCH = "application/json-patch+json";

    /**
     * Creates the body of a request.
     *
     * @param type the media type that the test has set; null if none
     */
    static SentBody of(final @Nullable Object body, final @Nullable String type, final ObjectMapper mapper) {
        if (body == null) {
            return new SentBody(BodyPublishers.noBody(), null, "");
        }
        try {
            if (body instanceof TestForm form) {
                return form(form, type);
            }
            if (body instanceof Path file) {
                return new SentBody(BodyPublishers.ofFile(file), "application/octet-stream", file.toString());
            }
        } catch (final FileNotFoundException e) {
            throw new UncheckedIOException("The file cannot be read, so it is not sent: " + e.getMessage(), e);
        }
        return bytes(content(body, mapper), JSON);
    }

    /** Unless the test sets a media type, an array is sent as JSON Patch and everything else as JSON Merge Patch. */
    static SentBody patch(final @Nullable Object body, final @Nullable String type, final ObjectMapper mapper) {
        if (body == null || body instanceof TestForm || body instanceof Path) {
            return of(body, type, mapper);
        }
        final byte[] content = content(body, mapper);
        return bytes(
                content,
                new String(content, StandardCharsets.UTF_8).stripLeading().startsWith("[") ? JSON_PATCH : MERGE_PATCH);
    }

    private static SentBody form(final TestForm form, final @Nullable String type) throws FileNotFoundException {
        if (type == null) {
            return form.multipart();
        }
        if (type.toLowerCase(Locale.ROOT).startsWith(TestForm.URL_ENCODED)) {
            return form.urlEncoded();
        }
        throw new IllegalArgumentException("A form cannot be sent as '" + type
                + "'. Remove the header Content-Type, or set it to " + TestForm.URL_ENCODED + ".");
    }

    private static SentBody bytes(final byte[] content, final String type) {
        return new SentBody(BodyPublishers.ofByteArray(content), type, new String(content, StandardCharsets.UTF_8));
    }

    private static byte[] content(final Object body, final ObjectMapper mapper) {
        if (body instanceof byte[] bytes) {
            return bytes;
        }
        if (body instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        try {
            return mapper.writeValueAsBytes(body);
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException("The body cannot be written as JSON: " + body, e);
        }
    }
}
