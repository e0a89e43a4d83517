package org.jzenith.javascript.internal.api;

import com.google.common.base.Suppliers;
import io.reactivex.Maybe;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;
import org.jzenith.javascript.internal.configuration.JavaScriptConfiguration;
import org.jzenith.javascript.script.ScriptApi;
import org.jzenith.javascript.script.ScriptErrorException;
import org.jzenith.javascript.script.ScriptRequest;

/** The function {@code fetch}: sends requests to the hosts of {@code javascript.fetch-hosts}, and to no others. */
final class FetchApi implements ScriptApi {

    private static final String FETCH = """
            send => (url, init = {}) => send(String(url), String(init.method ?? 'GET').toUpperCase(),
              Object.entries(init.headers ?? {}).flat().map(String), init.body)
            """;

    private final List<String> hosts;
    private final Supplier<FetchClient> client;

    @Inject
    FetchApi(final Provider<Vertx> vertx, final JavaScriptConfiguration configuration) {
        this.hosts = configuration.fetchHosts().orElse(List.of());
        this.client = Suppliers.memoize(() -> new FetchClient(vertx.get()));
    }

    @Override
    public String name() {
        return "fetch";
    }

    @Override
    public Object create(final ScriptRequest request) {
        return request.expression(FETCH)
                .execute(request.asyncFunction("fetch", this::send, fetched -> response(request, fetched)));
    }

    private Maybe<FetchClient.Fetched> send(final Value... arguments) {
        return client.get()
                .send(FetchRequest.of(
                        hosts,
                        arguments[1].asString(),
                        arguments[0].asString(),
                        headers(arguments[2]),
                        body(arguments)))
                .onErrorResumeNext(
                        (Throwable error) -> Maybe.error(new ScriptErrorException("TypeError", Map.of(), error)));
    }

    private static Map<String, String> headers(final Value namesAndValues) {
        final Map<String, String> headers = new LinkedHashMap<>();
        for (long i = 0; i < namesAndValues.getArraySize(); i += 2) {
            headers.put(
                    namesAndValues.getArrayElement(i).asString(),
                    namesAndValues.getArrayElement(i + 1).asString());
        }
        return headers;
    }

    private static @Nullable Buffer body(final Value... arguments) {
        final Value body = arguments[3];
        if (body.isNull()) {
            return null;
        }
        return body.isString() ? Buffer.buffer(body.asString()) : Buffer.buffer(ScriptRequest.bytes(body));
    }

    private static Value response(final ScriptRequest request, final FetchClient.Fetched fetched) {
        final Map<String, String> fields = new LinkedHashMap<>();
        fetched.head()
                .headers()
                .forEach(field -> fields.merge(
                        field.getKey().toLowerCase(Locale.ROOT), field.getValue(), (one, other) -> one + ", " + other));
        final byte[] body = fetched.body().getBytes();
        return request.expression(FetchedResponse.FUNCTION)
                .execute(
                        fetched.url(),
                        fetched.head().statusCode(),
                        fetched.head().statusMessage(),
                        request.value(fields),
                        request.function(none -> new String(body, StandardCharsets.UTF_8)),
                        request.function(none -> body));
    }
}
