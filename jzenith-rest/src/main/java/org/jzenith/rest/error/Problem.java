package org.jzenith.rest.error;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.error.Errors.Violation;

/** An RFC 9457 problem. Written by hand, so that no setting of the application's JSON changes what clients see. */
record Problem(
        int status, @Nullable String detail, @Nullable String id, List<Violation> violations) {

    private static final JsonFactory JSON = new JsonFactory();

    static Problem of(final int status, final @Nullable String detail) {
        return new Problem(status, detail, null, List.of());
    }

    byte[] toBytes(final @Nullable String instance) {
        try (ByteArrayBuilder bytes = new ByteArrayBuilder(256);
                JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringField("type", "about:blank");
            json.writeStringField("title", HttpResponseStatus.valueOf(status).reasonPhrase());
            json.writeNumberField("status", status);
            writeIfPresent(json, "detail", detail);
            writeIfPresent(json, "instance", instance);
            writeIfPresent(json, "id", id);
            writeViolations(json);
            json.writeEndObject();
            json.flush();
            return bytes.toByteArray();
        } catch (final IOException e) {
            throw new UncheckedIOException("Memory refused to be written.", e);
        }
    }

    private static void writeIfPresent(final JsonGenerator json, final String name, final @Nullable String value)
            throws IOException {
        if (value != null) {
            json.writeStringField(name, value);
        }
    }

    private void writeViolations(final JsonGenerator json) throws IOException {
        if (violations.isEmpty()) {
            return;
        }
        json.writeArrayFieldStart("violations");
        for (final Violation violation : violations) {
            json.writeStartObject();
            json.writeStringField("path", violation.path());
            json.writeStringField("message", violation.message());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
