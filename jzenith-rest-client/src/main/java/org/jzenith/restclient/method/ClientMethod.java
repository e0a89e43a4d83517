package org.jzenith.restclient.method;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import jakarta.inject.Provider;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.restclient.call.CallRequest;
import org.jzenith.restclient.call.RemoteService;

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
        final List<String> headers = request.headers();
        for (int i = 0; i < headers.size(); i += 2) {
            call.addHeader(headers.get(i), headers.get(i + 1));
        }
        final String cookies = request.cookies();
        if (cookies != null) {
            call.addHeader("Cookie", cookies);
        }
        addBody(request, call);
        return result.result().apply(service, call);
    }

    private void addBody(final RequestBuilder request, final CallRequest call) {
        if (request.isMultipart()) {
            new MultipartBody(request.parts(), mapper.get()).addTo(call);
            return;
        }
        final String bodyType = request.bodyType();
        if (bodyType != null) {
            call.addHeader("Content-Type", bodyType);
        }
        final Buffer body = request.body();
        if (body != null) {
            call.setBody(body);
        } else if (request.stream() != null) {
            call.setStream(request.stream());
        }
    }
}
