package org.jzenith.websocket;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.inject.Binding;
import com.google.inject.Injector;
import com.google.inject.Key;
import jakarta.inject.Inject;
import jakarta.validation.Validator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.development.DevelopmentSession;
import org.jzenith.core.internal.limit.HeapShares;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;
import org.jzenith.http.internal.response.ResponsePolicy;
import org.jzenith.json.Json;
import org.jzenith.websocket.internal.connection.WebSocketConfiguration;
import org.slf4j.LoggerFactory;

/** The limits for all WebSockets of an application, and the current totals. Thread-safe. */
final class WebSockets {

    private static final int SHARE_OF_HEAP = 8;

    private final WebSocketConfiguration settings;
    private final ObjectMapper mapper;
    private final Injector injector;
    private final JsonValueReader reader;
    private final @Nullable EventEmitter<WebSocketEvent> events;
    private final boolean seesMessages;
    private final Predicate<String> origins;
    private final CountedWarning refusedOrigins = new CountedWarning(
            LoggerFactory.getLogger("org.jzenith.websocket.WebSocket"),
            "A WebSocket handshake got a 403, because its origin is neither this server's nor in websocket.origins. To let pages of this "
                    + "origin open WebSockets, add it there.");
    private final long maxBuffered;
    private final AtomicInteger open = new AtomicInteger();

    /** The number of open WebSockets by client; empty without a limit. */
    private final Map<String, Integer> openOf = new ConcurrentHashMap<>();

    private final AtomicLong buffered = new AtomicLong();
    private final CloseReason stopReason;
    private volatile boolean stopping;

    @Inject
    WebSockets(
            final WebSocketConfiguration settings,
            final Injector injector,
            final Observers observers,
            final HeapShares heap) {
        this.settings = settings;
        this.mapper = Json.mapper(injector);
        this.injector = injector;
        final Binding<Validator> validator = injector.getExistingBinding(Key.get(Validator.class));
        this.reader = new JsonValueReader(mapper, validator == null ? null : validator.getProvider());
        this.events = observers.of(WebSocketEvent.class);
        this.seesMessages = observers.of(WebSocketEvent.Received.class) != null
                || observers.of(WebSocketEvent.Handled.class) != null;
        this.origins = origins(settings.origins().orElse(List.of()));
        this.stopReason = DevelopmentSession.current().isPresent()
                ? new CloseReason(CloseReason.SERVICE_RESTART, "The server restarts.", false)
                : new CloseReason(CloseReason.GOING_AWAY, "The server is stopping.", false);
        this.maxBuffered = settings.maxBufferedMessages()
                .map(DataSize::bytes)
                .orElseGet(() -> heap.share("websocket", SHARE_OF_HEAP));
    }

    /**
     * Returns the allowed origins. If an origin is invalid, returns none: startup fails later, after other mistakes have been collected.
     */
    private static Predicate<String> origins(final List<String> written) {
        try {
            return ResponsePolicy.origins(written);
        } catch (final IllegalArgumentException e) {
            return origin -> false;
        }
    }

    WebSocketConfiguration settings() {
        return settings;
    }

    ObjectMapper mapper() {
        return mapper;
    }

    JsonValueReader reader() {
        return reader;
    }

    Injector injector() {
        return injector;
    }

    boolean isAllowedOrigin(final String origin) {
        return origins.test(origin);
    }

    CountedWarning refusedOrigins() {
        return refusedOrigins;
    }

    void emit(final WebSocketEvent event) {
        if (events != null) {
            events.emit(event);
        }
    }

    /** Returns true if an observer listens for messages. */
    boolean seesMessages() {
        return seesMessages;
    }

    void stop() {
        stopping = true;
    }

    /** Returns the close reason for clients at shutdown. In development mode it says that the server restarts. */
    CloseReason stopReason() {
        return stopReason;
    }

    boolean isStopping() {
        return stopping;
    }

    /** The decision whether a WebSocket may be opened. */
    enum Admission {
        ADMITTED,
        TOO_MANY,
        TOO_MANY_OF_CLIENT
    }

    /** Decides whether a client may open one more WebSocket now, without counting it. */
    Admission mayAdmit(final String client) {
        if (open.get() >= settings.maxConnections()) {
            return Admission.TOO_MANY;
        }
        final int limit = settings.maxConnectionsPerClient();
        return limit > 0 && openOf.getOrDefault(client, 0) >= limit ? Admission.TOO_MANY_OF_CLIENT : Admission.ADMITTED;
    }

    /** Counts a WebSocket, if it is admitted. */
    Admission admit(final String client) {
        if (open.incrementAndGet() > settings.maxConnections()) {
            open.decrementAndGet();
            return Admission.TOO_MANY;
        }
        final int limit = settings.maxConnectionsPerClient();
        if (limit > 0 && openOf.merge(client, 1, Integer::sum) > limit) {
            closed(client);
            return Admission.TOO_MANY_OF_CLIENT;
        }
        return Admission.ADMITTED;
    }

    void closed(final String client) {
        open.decrementAndGet();
        openOf.computeIfPresent(client, (known, count) -> count == 1 ? null : count - 1);
    }

    /** Returns the current number of WebSockets. */
    int openNow() {
        return open.get();
    }

    long maxBuffered() {
        return maxBuffered;
    }

    /** Adds bytes to the total, or subtracts them. Returns false if there are too many now. */
    boolean hold(final long change) {
        return buffered.addAndGet(change) <= maxBuffered;
    }

    /** Returns the current number of bytes. */
    long bufferedNow() {
        return buffered.get();
    }
}
