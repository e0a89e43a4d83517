package org.jzenith.restclient.internal.call;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.google.common.base.Suppliers;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jzenith.restclient.response.RemoteProblemException;

/** Makes exceptions of error responses. Safe for use by many threads. */
final class RemoteProblems {

    private static final int TEXT = 1024;

    /** Made for the first problem, because an application without one need not load Jackson for it. */
    private final Supplier<ObjectReader> reader;

    RemoteProblems(final Supplier<ObjectMapper> mapper) {
        this.reader = Suppliers.memoize(() -> mapper.get().readerFor(new TypeReference<Map<String, Object>>() {}));
    }

    RemoteProblemException of(final String description, final ReceivedResponse response) {
        final Map<String, String> headers = new HashMap<>();
        response.fields().forEach((name, value) -> headers.putIfAbsent(name.toLowerCase(Locale.ROOT), value));
        final Buffer body = response.body() == null ? Buffer.buffer() : response.body();
        final Map<String, Object> problem = response.isJson() && body.length() > 0 ? read(body) : Map.of();
        return new RemoteProblemException(
                description,
                response.status(),
                headers,
                problem,
                problem.isEmpty()
                        ? body.getString(0, Math.min(TEXT, body.length()), StandardCharsets.UTF_8.name())
                        : "");
    }

    /** Reads a JSON object; returns no members if the text is not one. */
    Map<String, Object> read(final Buffer body) {
        try {
            final Map<String, Object> read = reader.get().readValue(body.getBytes());
            return read == null ? Map.of() : read;
        } catch (final IOException e) {
            return Map.of();
        }
    }
}
