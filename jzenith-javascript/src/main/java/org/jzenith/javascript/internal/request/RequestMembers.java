package org.jzenith.javascript.internal.request;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.internal.request.Escapes;
import org.jzenith.http.internal.request.HeaderList;
import org.jzenith.http.problem.Problem;
import org.jzenith.http.problem.ProblemJson;
import org.jzenith.javascript.internal.realm.ScriptRealm;
import org.jzenith.javascript.internal.schema.BodySchema;

/** The data of a request as JavaScript sees it. */
final class RequestMembers {

    private static final int BAD_REQUEST = 400;
    private static final int UNSUPPORTED_TYPE = 415;

    /** Bodies up to this size, in bytes, are too small to cost much. */
    private static final int LARGE = 16 * 1024;

    private final Exchange exchange;
    private final ScriptRealm realm;
    private final ObjectMapper mapper;

    RequestMembers(final Exchange exchange, final ScriptRealm realm, final ObjectMapper mapper) {
        this.exchange = exchange;
        this.realm = realm;
        this.mapper = mapper;
    }

    String json(final Object value) {
        try {
            return mapper.writeValueAsString(value);
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "A value of " + value.getClass().getName() + " cannot be written as JSON.", e);
        }
    }

    /** Returns the values of the query by name; a list where a name occurs more than once. */
    Map<String, Object> query() {
        final String target = exchange.request().pathAndQuery();
        final int mark = target.indexOf('?');
        final Map<String, Object> values = new LinkedHashMap<>();
        if (mark >= 0) {
            for (final String pair : target.substring(mark + 1).split("&", -1)) {
                if (!pair.isEmpty()) {
                    final int equals = pair.indexOf('=');
                    final String name = Escapes.decoded(equals < 0 ? pair : pair.substring(0, equals), true);
                    add(values, name, equals < 0 ? "" : Escapes.decoded(pair.substring(equals + 1), true));
                }
            }
        }
        return values;
    }

    @SuppressWarnings("unchecked") // only this method makes lists
    private static void add(final Map<String, Object> values, final String name, final String value) {
        values.merge(name, value, (present, more) -> {
            if (present instanceof final List<?> list) {
                ((List<Object>) list).add(more);
                return list;
            }
            return new ArrayList<>(List.of(present, more));
        });
    }

    /** Returns the headers by their names in lower case; the fields of one name are one list. */
    Map<String, String> headers() {
        final Map<String, String> headers = new LinkedHashMap<>();
        for (final String name : exchange.request().headers().names()) {
            headers.put(
                    name.toLowerCase(Locale.ROOT),
                    String.valueOf(HeaderList.joined(exchange.request().headers(), name)));
        }
        return headers;
    }

    /**
     * Reads the received body: JSON as a value, text as a string, anything else as bytes.
     *
     * @return undefined if there is no body
     * @throws NotJsonException if the body is not JSON although its type says so
     */
    @Nullable
    Value body() {
        final byte[] bytes = bytes();
        if (bytes.length == 0) {
            return null;
        }
        final String type = type();
        if (isJson(type)) {
            checkNames(bytes);
            try {
                return realm.function("parse").execute(new String(bytes, StandardCharsets.UTF_8));
            } catch (final PolyglotException e) {
                if (!e.isGuestException() || e.isCancelled() || realm.isInterrupted()) {
                    throw e;
                }
                throw new NotJsonException(NotJsonException.MESSAGE, e);
            }
        }
        if (type.startsWith("text/") || type.equals("application/x-www-form-urlencoded")) {
            return realm.asValue(new String(bytes, StandardCharsets.UTF_8));
        }
        return bytes(realm, bytes);
    }

    private void checkNames(final byte[] json) {
        final String mistake;
        try {
            mistake = json.length > LARGE ? ObjectNames.mistake(json, mapper.getFactory()) : null;
        } catch (final IOException e) {
            throw new NotJsonException(NotJsonException.MESSAGE, e);
        }
        if (mistake != null) {
            throw new NotJsonException(mistake, null);
        }
    }

    private byte[] bytes() {
        try {
            return exchange.body().stream().fromStart().readAllBytes();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the media type of the body, in lower case; empty if there is none. */
    private String type() {
        final String declared = exchange.request().headers().get("Content-Type");
        return declared == null ? "" : HeaderList.parts(declared).get(0).toLowerCase(Locale.ROOT);
    }

    private static boolean isJson(final String type) {
        return type.equals("application/json") || type.endsWith("+json");
    }

    /**
     * Checks the received body.
     *
     * @param schema the schema of the route
     * @return null if the body is valid
     */
    @Nullable
    Problem check(final BodySchema schema) {
        final byte[] bytes = bytes();
        if (bytes.length > 0 && !isJson(type())) {
            return ProblemJson.of(
                    UNSUPPORTED_TYPE, "The Content-Type '" + type() + "' is not supported. Send application/json.");
        }
        try {
            return schema.check(
                    bytes.length == 0 ? NullNode.getInstance() : mapper.readTree(bytes), bytes.length > LARGE);
        } catch (final IOException e) {
            return ProblemJson.of(BAD_REQUEST, NotJsonException.MESSAGE);
        }
    }

    static Value bytes(final ScriptRealm realm, final byte[] bytes) {
        return realm.function("bytes").execute(ByteBuffer.wrap(bytes));
    }
}
