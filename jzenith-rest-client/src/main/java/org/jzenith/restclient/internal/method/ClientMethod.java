package org.jzenith.restclient.internal.method;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.http.HttpMethod;
import jakarta.inject.Provider;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.restclient.internal.call.CallRequest;
import org.jzenith.restclient.internal.call.RemoteService;

/** A compiled method of a client: the encoders of its arguments and the reader of its result. Immutable. */
final class ClientMethod {

    private final String description;
    private final HttpMethod method;
    private final MethodPath path;
    private final List<ArgumentEncoder> arguments;
    private final ResultReader result;
    private final String accept;
    private final Provider<ObjectMapper> mapper;

    /** @param accept the media types that the method names, or null */
    ClientMethod(
            final String description,
            final HttpMethod method,
            final MethodPath path,
            final List<ArgumentEncoder> arguments,
            final ResultReader result,
            final @Nullable String accept,
            final Provider<ObjectMapper> mapper) {
        this.description = description;
        this.method = method;
        this.path = path;
        this.arguments = List.copyOf(arguments);
        this.result = result;
        this.accept = accept == null ? result.accept() : accept;
        this.mapper = mapper;
    }

    /** Returns the result of a call; it is sent when somebody subscribes. */
    Object call(final RemoteService service, final @Nullable Object @Nullable [] values) {
        final RequestBuilder request = new RequestBuilder();
        for (int i = 0; i < arguments.size(); i++) {
            arguments.get(i).encode(values == null ? null : values[i], request);
        }
        final CallRequest call =
                new CallRequest(description, path.toString(), method, result.reading(), request.uri(path));
        call.addHeader("Accept", accept);
        request.addTo(call, mapper);
        return result.result().apply(service, call);
    }
}
