package org.jzenith.restclient.call;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientRequest;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.RequestDeadline;

/** The headers of a call: those of its arguments, and those that travel on from the current request, where the call begins. */
final class CallHeaders {

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** This request must time out first, to name the service. */
    private static final long GRACE_MILLIS = 100;

    private final CallRequest call;
    private final ClientSettings settings;
    private final RequestDeadline deadline = RequestDeadline.current();
    private final @Nullable RequestContext request = RequestContext.current();
    private final ForwardedHeaders forwarded;
    private final long begun = System.nanoTime();

    /** Captures what is current on this thread. */
    CallHeaders(final CallRequest call, final ClientSettings settings) {
        this.call = call;
        this.settings = settings;
        this.forwarded = ForwardedHeaders.ofCurrentRequest(settings);
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
        if (settings.deadlineHeader() != null && !(deadline.isNone() && call.isStreamed())) {
            headers.set(settings.deadlineHeader(), Long.toString(remainingMillis()));
        }
        if (settings.requestIdHeader() != null && request != null && !headers.contains(settings.requestIdHeader())) {
            headers.set(settings.requestIdHeader(), request.id());
        }
        forwarded.addTo(headers);
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

    private long remainingMillis() {
        final long own = settings.requestMillis() - (System.nanoTime() - begun) / NANOS_PER_MILLI;
        final long left =
                deadline.isNone() ? Long.MAX_VALUE : deadline.remaining().toMillis() + GRACE_MILLIS;
        return Math.max(1, call.isStreamed() ? left : Math.min(own, left));
    }
}
