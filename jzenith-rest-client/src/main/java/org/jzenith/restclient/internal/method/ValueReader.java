package org.jzenith.restclient.internal.method;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.google.common.base.Suppliers;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Provider;
import jakarta.ws.rs.sse.InboundSseEvent;
import java.io.IOException;
import java.lang.reflect.Type;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzenith.json.internal.error.UnreadableJson;
import org.jzenith.json.internal.stream.ServerSentEvent;
import org.jzenith.restclient.internal.call.ReceivedResponse;
import org.jzenith.restclient.response.UnreadableResponseException;

/**
 * Reads values of one type. Unknown members of JSON objects are ignored, so that a service can add members. Safe for use by many threads.
 */
final class ValueReader {

    private static final Pattern CHARSET = Pattern.compile("charset=\"?([^\";, ]+)", Pattern.CASE_INSENSITIVE);

    private final String description;
    private final Class<?> raw;
    private final Provider<ObjectMapper> mapper;
    private final Supplier<ObjectReader> reader;

    ValueReader(final String description, final Type type, final Provider<ObjectMapper> mapper) {
        this.description = description;
        this.raw = ParameterEncoders.rawOf(type);
        this.mapper = mapper;
        this.reader = Suppliers.memoize(() -> {
            final ObjectMapper known = mapper.get();
            return known.readerFor(known.constructType(type))
                    .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        });
    }

    boolean isBytes() {
        return raw == byte[].class || Buffer.class.isAssignableFrom(raw);
    }

    boolean isText() {
        return raw == String.class;
    }

    /** Reads a collected body. */
    Object read(final ReceivedResponse response) {
        final Buffer body = response.body();
        if (body == null || (body.length() == 0 && !isBytes() && !isText())) {
            throw new UnreadableResponseException(
                    description, "returned the status " + response.status() + " without a body", null);
        }
        if (isBytes()) {
            return bytes(body);
        }
        if (isText()) {
            return body.getString(0, body.length(), charset(response).name());
        }
        if (!response.isJson() && !(isScalar() && response.mediaType().startsWith("text/plain"))) {
            throw new UnreadableResponseException(
                    description,
                    "returned the status " + response.status() + " and the media type '" + response.mediaType()
                            + "' instead of JSON",
                    null);
        }
        return json(body);
    }

    private boolean isScalar() {
        return raw.isPrimitive() || Number.class.isAssignableFrom(raw) || raw == Boolean.class;
    }

    private Object bytes(final Buffer body) {
        return raw == byte[].class ? body.getBytes() : body;
    }

    private static Charset charset(final ReceivedResponse response) {
        final String contentType = response.header("Content-Type");
        if (contentType != null) {
            final Matcher named = CHARSET.matcher(contentType);
            try {
                if (named.find()) {
                    return Charset.forName(named.group(1));
                }
            } catch (final IllegalArgumentException e) {
                return StandardCharsets.UTF_8;
            }
        }
        return StandardCharsets.UTF_8;
    }

    /** Reads one piece of a stream that is not split into elements. */
    Object piece(final Buffer piece) {
        return bytes(piece);
    }

    /** Reads an event: whole, or its data as text or JSON. */
    Object event(final ServerSentEvent event) {
        if (isEvent()) {
            return new InboundEvent(event, mapper.get());
        }
        return isText() ? event.data() : json(Buffer.buffer(event.data()));
    }

    boolean isEvent() {
        return raw == InboundSseEvent.class;
    }

    /** Reads a JSON document. */
    Object json(final Buffer document) {
        try {
            if (raw == JsonObject.class) {
                return new JsonObject(document);
            }
            if (raw == JsonArray.class) {
                return new JsonArray(document);
            }
            final Object value = reader.get().readValue(document.getBytes());
            if (value == null) {
                throw new UnreadableResponseException(description, "returned the JSON null", null);
            }
            return value;
        } catch (final InvalidDefinitionException e) {
            throw new UnreadableResponseException(
                    description, "returned JSON that is not a valid " + raw.getSimpleName(), e);
        } catch (final IOException | DecodeException e) {
            // Jackson's exception shows values, which may be secret
            final String reason = Objects.requireNonNullElse(
                    UnreadableJson.reason(e instanceof DecodeException ? e.getCause() : e), "The body cannot be read.");
            throw new UnreadableResponseException(
                    description,
                    "returned JSON that is not a valid " + raw.getSimpleName() + ": "
                            + reason.substring(0, reason.length() - 1),
                    null);
        }
    }
}
