package org.jzenith.restclient.internal.method;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Provider;
import jakarta.ws.rs.core.Response;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.jzenith.restclient.internal.call.CallRequest;
import org.jzenith.restclient.internal.call.CallRequest.Reading;
import org.jzenith.restclient.internal.call.ReceivedResponse;
import org.jzenith.restclient.internal.call.RemoteService;
import org.jzenith.restclient.internal.stream.Elements;
import org.jzenith.restclient.response.RemoteResponse;

/**
 * Makes the result of a method from the response of its call.
 *
 * @param reading how the response is read
 * @param accept the media types to ask for where the method names none
 * @param result makes the result
 */
record ResultReader(Reading reading, String accept, BiFunction<RemoteService, CallRequest, Object> result) {

    private static final String JSON = "application/json";
    private static final String ANY = "*/*";
    private static final int NO_CONTENT = 204;

    /**
     * Headers that a resource which returns the response must not send on: those of the connection (RFC 9110, 7.6.1), those that
     * speak to a browser for the origin of the service, those that each service sets itself, and commands to its proxies.
     */
    private static final Set<String> NOT_PASSED_ON = Set.of(
            "connection",
            "keep-alive",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "via",
            "set-cookie",
            "set-cookie2",
            "alt-svc",
            "clear-site-data",
            "strict-transport-security",
            "timing-allow-origin",
            "service-worker-allowed",
            "permissions-policy",
            "nel",
            "report-to",
            "reporting-endpoints",
            "server",
            "date",
            "x-request-id",
            "x-content-type-options",
            "x-frame-options",
            "referrer-policy",
            "x-sendfile",
            "x-lighttpd-send-file",
            "x-reproxy-url");

    private static final List<String> PREFIXES_NOT_PASSED_ON =
            List.of("access-control-", "content-security-policy", "cross-origin-", "proxy-", "x-accel-");

    private static final int NOT_FOUND = 404;

    /** Returns the reader for a result type; null if a method cannot return such a type. */
    static @Nullable ResultReader of(final Type type, final String description, final Provider<ObjectMapper> mapper) {
        final Class<?> raw = ParameterEncoders.rawOf(type);
        if (raw == Completable.class) {
            return new ResultReader(
                    Reading.COLLECTED,
                    ANY,
                    (service, call) -> service.send(call).ignoreElement());
        }
        if (!(type instanceof final ParameterizedType parameterized)) {
            return null;
        }
        final Type content = parameterized.getActualTypeArguments()[0];
        if (raw == Single.class) {
            return single(content, description, mapper);
        }
        if (raw == Maybe.class) {
            return maybe(new ValueReader(description, content, mapper));
        }
        return raw == Flowable.class ? flowable(new ValueReader(description, content, mapper), description) : null;
    }

    private static String accept(final ValueReader reader) {
        return reader.isBytes() ? ANY : reader.isText() ? "text/plain, */*;q=0.5" : JSON;
    }

    private static ResultReader single(
            final Type content, final String description, final Provider<ObjectMapper> mapper) {
        if (content == Response.class) {
            return new ResultReader(
                    Reading.COLLECTED_ANY_STATUS,
                    ANY,
                    (service, call) -> service.send(call).map(ResultReader::response));
        }
        if (ParameterEncoders.rawOf(content) == RemoteResponse.class
                && content instanceof final ParameterizedType typed) {
            final ValueReader reader = new ValueReader(description, typed.getActualTypeArguments()[0], mapper);
            return new ResultReader(
                    Reading.COLLECTED,
                    accept(reader),
                    (service, call) -> service.send(call)
                            .map(response -> service.read(response, each -> remoteResponse(each, reader))));
        }
        final ValueReader reader = new ValueReader(description, content, mapper);
        return new ResultReader(
                Reading.COLLECTED,
                accept(reader),
                (service, call) -> service.send(call).map(response -> service.read(response, reader::read)));
    }

    private static RemoteResponse<?> remoteResponse(final ReceivedResponse response, final ValueReader reader) {
        return new RemoteResponse<>(
                response.status(), response.headers(), hasBody(response) ? reader.read(response) : null);
    }

    private static boolean hasBody(final ReceivedResponse response) {
        return response.body() != null && response.body().length() > 0;
    }

    private static Response response(final ReceivedResponse response) {
        final Response.ResponseBuilder builder = Response.status(response.status());
        final Set<String> kept = new HashSet<>(NOT_PASSED_ON);
        for (final String names : response.fields().getAll("Connection")) {
            kept.addAll(List.of(names.toLowerCase(Locale.ROOT).split("[, ]+")));
        }
        response.fields().forEach((name, value) -> {
            final String lower = name.toLowerCase(Locale.ROOT);
            if (!kept.contains(lower) && PREFIXES_NOT_PASSED_ON.stream().noneMatch(lower::startsWith)) {
                builder.header(name, value);
            }
        });
        if (hasBody(response) && response.body() != null) {
            builder.entity(response.body().getBytes());
        }
        return builder.build();
    }

    private static ResultReader maybe(final ValueReader reader) {
        return new ResultReader(
                Reading.COLLECTED_OR_NOT_FOUND,
                accept(reader),
                (service, call) -> service.send(call)
                        .flatMapMaybe(response -> response.status() == NOT_FOUND || response.status() == NO_CONTENT
                                ? Maybe.empty()
                                : Maybe.just(service.read(response, reader::read))));
    }

    private static ResultReader flowable(final ValueReader reader, final String description) {
        if (reader.isBytes()) {
            return new ResultReader(
                    Reading.STREAMED,
                    ANY,
                    (service, call) -> service.send(call)
                            .flatMapPublisher(response ->
                                    pieces(response).map(reader::piece).doOnError(service::log)));
        }
        return new ResultReader(
                Reading.STREAMED,
                reader.isEvent()
                        ? "text/event-stream"
                        : "application/x-ndjson, application/json;q=0.9, text/event-stream;q=0.8",
                (service, call) ->
                        new Elements(description, service.maxElement(), reader::json, reader::event).of(service, call));
    }

    private static Flowable<io.vertx.core.buffer.Buffer> pieces(final ReceivedResponse response) {
        return response.stream() == null ? Flowable.empty() : response.stream();
    }
}
