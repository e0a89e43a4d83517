package org.jzenith.restclient.internal.stream;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;
import org.jzenith.json.internal.stream.ServerSentEvent;
import org.jzenith.restclient.internal.call.CallRequest;
import org.jzenith.restclient.internal.call.ReceivedResponse;
import org.jzenith.restclient.internal.call.RemoteService;
import org.jzenith.restclient.response.CallRejectedException;
import org.jzenith.restclient.response.RemoteProblemException;
import org.jzenith.restclient.response.RemoteTimeoutException;
import org.jzenith.restclient.response.RemoteUnavailableException;
import org.jzenith.restclient.response.UnreadableResponseException;

/**
 * The elements of a streamed response, by its media type. Demand for elements becomes demand for pieces of the response. Immutable.
 */
public final class Elements {

    private static final Set<String> LINES =
            Set.of("application/x-ndjson", "application/ndjson", "application/jsonl", "application/json-lines");

    private static final int NO_CONTENT = 204;
    private static final int FIRST_SERVER_ERROR = 500;

    private final String description;
    private final int limit;
    private final Function<Buffer, Object> document;
    private final Function<ServerSentEvent, Object> event;

    /**
     * Creates the reader of a method's elements.
     *
     * @param description the call in messages
     * @param limit the largest element, in bytes
     * @param document reads an element of JSON
     * @param event reads an event
     */
    public Elements(
            final String description,
            final int limit,
            final Function<Buffer, Object> document,
            final Function<ServerSentEvent, Object> event) {
        this.description = description;
        this.limit = limit;
        this.document = document;
        this.event = event;
    }

    /**
     * Sends a call at each subscription.
     *
     * @param service receives the call
     * @param call with a streamed response
     * @return the elements
     */
    public Flowable<Object> of(final RemoteService service, final CallRequest call) {
        return Flowable.defer(() -> {
            final EventPosition position = new EventPosition();
            final Flowable<Object> elements = Single.defer(() -> connect(service, call, position))
                    .flatMapPublisher(response -> elements(response, position).doOnError(service::log));
            return service.reconnectsEvents(call)
                    ? elements.repeatWhen(ends -> ends.takeWhile(end -> position.canResume())
                                    .concatMap(end -> pause(service, position)))
                            .retryWhen(errors -> errors.concatMap(error -> position.canResume() && isTemporary(error)
                                    ? pause(service, position)
                                    : Flowable.error(error)))
                    : elements;
        });
    }

    private static Single<ReceivedResponse> connect(
            final RemoteService service, final CallRequest call, final EventPosition position) {
        final String lastId = position.lastId();
        return lastId == null ? service.send(call) : service.sendAgain(call, "Last-Event-ID", utf8(lastId));
    }

    /** Returns characters that are sent as the bytes of UTF-8, in which the standard wants the id. */
    private static String utf8(final String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    private static Flowable<Object> pause(final RemoteService service, final EventPosition position) {
        return service.after(Duration.ofMillis(position.nextDelay())).andThen(Flowable.just(true));
    }

    private static boolean isTemporary(final Throwable error) {
        return error instanceof RemoteUnavailableException
                || error instanceof CallRejectedException
                || error instanceof RemoteTimeoutException
                || (error instanceof final RemoteProblemException problem && problem.status() >= FIRST_SERVER_ERROR);
    }

    private Flowable<Object> elements(final ReceivedResponse response, final EventPosition position) {
        final Flowable<Buffer> stream = response.stream();
        if (stream == null) {
            return Flowable.empty();
        }
        final String type = response.mediaType();
        if (response.status() == NO_CONTENT) {
            position.end();
            return stream.cast(Object.class);
        }
        if (LINES.contains(type)) {
            return split(stream, new DocumentSplitter(description, true, limit)).map(document::apply);
        }
        if (type.equals("text/event-stream")) {
            return split(stream, new EventSplitter(description, limit, position))
                    .map(event::apply);
        }
        if (response.isJson()) {
            return split(stream, new DocumentSplitter(description, false, limit))
                    .map(document::apply);
        }
        // ends the connection
        return stream.take(0)
                .cast(Object.class)
                .concatWith(Flowable.error(() -> new UnreadableResponseException(
                        description,
                        "returned the media type '" + type + "' instead of JSON, NDJSON or server-sent events",
                        null)));
    }

    private static <T> Flowable<T> split(final Flowable<Buffer> pieces, final Splitter<T> splitter) {
        return pieces.concatMapIterable(splitter::feed, 2)
                .concatWith(Flowable.defer(() -> Flowable.fromIterable(splitter.end())));
    }
}
