package org.jzenith.restclient.internal.call;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientRequest;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jboss.resteasy.core.ResteasyContext;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.RequestDeadline;
import org.jzenith.restclient.internal.configuration.RestClientConfiguration;

/** The headers of a call: those of its arguments, and those that travel on from the current request, where the call starts. */
final class CallHeaders {

    private static final String AUTHORIZATION = "Authorization";
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** This request must time out first, to name the service. */
    private static final long GRACE_MILLIS = 100;

    private final CallRequest call;
    private final RestClientConfiguration settings;
    private final RequestDeadline deadline = RequestDeadline.current();
    private final @Nullable RequestContext request = RequestContext.current();
    private final Map<String, String> forwarded = new LinkedHashMap<>();
    private final long begun = System.nanoTime();

    /**
     * Captures what is current on this thread.
     *
     * @param passedOn the names of the headers of the current request that the service gets, too
     */
    CallHeaders(final CallRequest call, final RestClientConfiguration settings, final List<String> passedOn) {
        this.call = call;
        this.settings = settings;
        final HttpHeaders received = ResteasyContext.getContextData(HttpHeaders.class);
        if (received != null) {
            passedOn.forEach(name -> forward(name, received.getHeaderString(name)));
            final String token = settings.forwardToken() ? received.getHeaderString(AUTHORIZATION) : null;
            if (token != null && token.toLowerCase(Locale.ROOT).startsWith("bearer ")) {
                forward(AUTHORIZATION, token);
            }
        }
    }

    private void forward(final String name, final @Nullable String value) {
        if (value != null) {
            forwarded.putIfAbsent(name, value);
        }
    }

    /** Adds the headers; throws an IllegalArgumentException if a value has a control character. */
    void addTo(final HttpClientRequest opened) {
        final MultiMap headers = opened.headers();
        for (int i = 0; i < call.headers().size(); i += 2) {
            headers.add(call.headers().get(i), call.headers().get(i + 1));
        }
        if (settings.compression() && !call.isStreamed()) {
            headers.add("Accept-Encoding", "gzip");
        }
        if (!deadline.isNone() || !call.isStreamed()) {
            settings.deadlineHeader().ifPresent(name -> headers.set(name, Long.toString(remainingMillis())));
        }
        if (request != null) {
            settings.requestIdHeader().ifPresent(name -> addOwn(headers, name, request.id()));
        }
        forwarded.forEach((name, value) -> addOwn(headers, name, value));
        if (call.body() != null) {
            headers.set("Content-Length", Integer.toString(call.body().length()));
        } else if (call.stream() == null) {
            if (call.isBodyExpected()) {
                headers.set("Content-Length", "0");
            }
        } else if (!headers.contains("Content-Length")) {
            opened.setChunked(true);
        }
    }

    private static void addOwn(final MultiMap headers, final String name, final String value) {
        if (!headers.contains(name)) {
            headers.set(name, value);
        }
    }

    private long remainingMillis() {
        final long own = settings.requestTimeout().toMillis() - (System.nanoTime() - begun) / NANOS_PER_MILLI;
        final long left =
                deadline.isNone() ? Long.MAX_VALUE : deadline.remaining().toMillis() + GRACE_MILLIS;
        return Math.max(1, call.isStreamed() ? left : Math.min(own, left));
    }
}
