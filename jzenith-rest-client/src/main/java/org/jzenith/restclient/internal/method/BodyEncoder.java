package org.jzenith.restclient.internal.method;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.google.common.base.Suppliers;
import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Provider;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.Form;
import jakarta.ws.rs.core.MultivaluedMap;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes the body of a request. Safe for use by many threads. */
final class BodyEncoder implements ArgumentEncoder {

    private final Class<?> raw;
    private final Type type;

    /** The type that is written as JSON: that of the body, or of a stream's elements. */
    private final Type content;

    private final @Nullable String consumes;
    private final Supplier<ObjectWriter> writer;

    /** @param consumes the media type that the method declares, or null */
    BodyEncoder(final Type type, final @Nullable String consumes, final Provider<ObjectMapper> mapper) {
        this.raw = ParameterEncoders.rawOf(type);
        this.type = type;
        this.content = isStream() && type instanceof final ParameterizedType stream
                ? stream.getActualTypeArguments()[0]
                : type;
        this.consumes = consumes;
        this.writer = Suppliers.memoize(() -> {
            final ObjectMapper known = mapper.get();
            return known.writerFor(known.constructType(content));
        });
    }

    /** Returns the reason why a body of this type cannot be sent; null if it can. */
    @Nullable
    MethodProblem problem() {
        if (isStream() && content == type) {
            return new MethodProblem(
                    "has a streamed body without the type of its elements", "Declare it, as in Flowable<Item>.");
        }
        if (isPieces()) {
            return null;
        }
        if (isParts()) {
            return consumes == null || isMultipart(consumes)
                    ? null
                    : new MethodProblem(
                            "has a multipart body, which cannot be written as " + consumes,
                            "Remove @Consumes, or use MediaType.MULTIPART_FORM_DATA.");
        }
        if (isText() || isBytes() || isForm()) {
            return null;
        }
        final MethodProblem unwritable = ContentCheck.ofBody(content);
        if (unwritable != null || consumes == null) {
            return unwritable;
        }
        return isJson() || (isStream() && isLines())
                ? null
                : new MethodProblem(
                        "has a body of the type " + raw.getName() + ", which cannot be written as " + consumes,
                        isStream()
                                ? "Use @Consumes with application/json or application/x-ndjson, or take a Flowable<Buffer>."
                                : "Use @Consumes(MediaType.APPLICATION_JSON), or take a String, a byte[] or a Buffer.");
    }

    private boolean isStream() {
        return Flowable.class.isAssignableFrom(raw);
    }

    /** Resources read byte arrays inside JSON as Base64. */
    private boolean isPieces() {
        return isStream() && (content == Buffer.class || (content == byte[].class && !isJson() && !isLines()));
    }

    private boolean isJson() {
        return consumes != null && (consumes.startsWith("application/json") || consumes.contains("+json"));
    }

    private boolean isLines() {
        return consumes != null && consumes.toLowerCase(Locale.ROOT).startsWith("application/x-ndjson");
    }

    static boolean isMultipart(final @Nullable String consumes) {
        return consumes != null && consumes.toLowerCase(Locale.ROOT).startsWith("multipart/form-data");
    }

    private boolean isParts() {
        return Collection.class.isAssignableFrom(raw)
                && type instanceof final ParameterizedType list
                && list.getActualTypeArguments()[0] == EntityPart.class;
    }

    private boolean isText() {
        return CharSequence.class.isAssignableFrom(raw);
    }

    private boolean isBytes() {
        return raw == byte[].class || Buffer.class.isAssignableFrom(raw);
    }

    private boolean isForm() {
        return raw == Form.class || MultivaluedMap.class.isAssignableFrom(raw);
    }

    @Override
    @SuppressWarnings("unchecked")
    public void encode(final @Nullable Object value, final RequestBuilder request) {
        if (value == null) {
            return;
        }
        if (isParts()) {
            final List<EntityPart> parts = request.parts();
            ((Collection<@Nullable EntityPart>) value)
                    .stream().filter(Objects::nonNull).forEach(parts::add);
        } else if (isPieces()) {
            request.stream(
                    ((Flowable<?>) value)
                            .map(each -> each instanceof final byte[] bytes ? Buffer.buffer(bytes) : (Buffer) each),
                    orElse("application/octet-stream"));
        } else if (isStream()) {
            final Flowable<Buffer> elements = ((Flowable<?>) value).map(this::json);
            request.stream(
                    isLines() ? elements.map(each -> each.appendByte((byte) '\n')) : array(elements),
                    orElse("application/json"));
        } else if (value instanceof final byte[] bytes) {
            request.body(Buffer.buffer(bytes), orElse("application/octet-stream"));
        } else if (value instanceof final Buffer buffer) {
            request.body(buffer, orElse("application/octet-stream"));
        } else if (isText()) {
            request.body(Buffer.buffer(value.toString()), orElse("text/plain;charset=UTF-8"));
        } else if (value instanceof final JsonObject json) {
            request.body(json.toBuffer(), orElse("application/json"));
        } else if (value instanceof final JsonArray json) {
            request.body(json.toBuffer(), orElse("application/json"));
        } else if (isForm()) {
            final MultivaluedMap<String, ?> fields =
                    value instanceof final Form form ? form.asMap() : (MultivaluedMap<String, ?>) value;
            request.beginForm();
            fields.forEach((name, values) -> values.forEach(each -> request.form(name, String.valueOf(each), false)));
        } else {
            request.body(json(value), orElse("application/json"));
        }
    }

    private String orElse(final String other) {
        return consumes == null ? other : consumes;
    }

    private static Flowable<Buffer> array(final Flowable<Buffer> elements) {
        return Flowable.defer(() -> {
            final AtomicBoolean begun = new AtomicBoolean();
            return elements.map(each ->
                            (begun.getAndSet(true) ? Buffer.buffer(",") : Buffer.buffer("[")).appendBuffer(each))
                    .concatWith(Flowable.fromCallable(() -> Buffer.buffer(begun.get() ? "]" : "[]")));
        });
    }

    private Buffer json(final Object value) {
        try {
            return Buffer.buffer(writer.get().writeValueAsBytes(value));
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "The body of the type " + content.getTypeName() + " cannot be written.", e);
        }
    }
}
