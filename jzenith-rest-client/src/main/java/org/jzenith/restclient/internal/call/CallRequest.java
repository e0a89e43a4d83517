package org.jzenith.restclient.internal.call;

import io.reactivex.Flowable;
import io.reactivex.functions.Action;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A request to a service, made from the arguments of one call. Not safe for use by many threads. */
public final class CallRequest {

    /** How the response is read. */
    public enum Reading {
        /** The whole body, of a success. */
        COLLECTED,
        /** The whole body, whatever the status is. */
        COLLECTED_ANY_STATUS,
        /** The whole body, of a success or a 404. */
        COLLECTED_OR_NOT_FOUND,
        /** The pieces of the body, of a success. */
        STREAMED
    }

    private static final int FIRST_REDIRECT = 300;
    private static final int NOT_FOUND = 404;

    private final String description;
    private final String template;
    private final HttpMethod method;
    private final Reading reading;
    private final String uri;
    private final List<String> headers = new ArrayList<>(8);
    private @Nullable Buffer body;
    private @Nullable Flowable<Buffer> stream;
    private @Nullable Action onEnd;
    private boolean repeatable;

    /**
     * Creates a request without headers and body.
     *
     * @param description client, method and path template
     * @param template the path template
     * @param method the HTTP method
     * @param reading how the response is read
     * @param uri the encoded path below the base URL, with its query
     */
    public CallRequest(
            final String description,
            final String template,
            final HttpMethod method,
            final Reading reading,
            final String uri) {
        this.description = description;
        this.template = template;
        this.method = method;
        this.reading = reading;
        this.uri = uri;
        this.repeatable = isIdempotent(method);
    }

    private static boolean isIdempotent(final HttpMethod method) {
        return HttpMethod.GET.equals(method)
                || HttpMethod.HEAD.equals(method)
                || HttpMethod.PUT.equals(method)
                || HttpMethod.DELETE.equals(method)
                || HttpMethod.OPTIONS.equals(method);
    }

    /**
     * Adds a header.
     *
     * @param name of the header
     * @param value without control characters, which Vert.x refuses
     */
    public void addHeader(final String name, final String value) {
        headers.add(name);
        headers.add(value);
        if (name.toLowerCase(Locale.ROOT).equals("idempotency-key")) {
            repeatable = true;
        }
    }

    /**
     * Sets the body.
     *
     * @param content the whole body
     */
    public void setBody(final Buffer content) {
        body = content;
    }

    /**
     * Sets a streamed body, which cannot be sent twice.
     *
     * @param pieces requested one by one
     */
    public void setStream(final Flowable<Buffer> pieces) {
        stream = pieces;
    }

    /**
     * Sets a streamed body that holds something open.
     *
     * @param pieces requested one by one; closes what it holds when it ends
     * @param onEnd called when the call has its outcome or is disposed; closes what the body holds if the body was not subscribed
     */
    public void setStream(final Flowable<Buffer> pieces, final Action onEnd) {
        this.stream = pieces;
        this.onEnd = onEnd;
    }

    /** Creates the same request with another value of a header, for the reconnection of a stream. */
    CallRequest with(final String name, final String value) {
        final CallRequest copy = new CallRequest(description, template, method, reading, uri);
        for (int i = 0; i < headers.size(); i += 2) {
            if (!headers.get(i).equalsIgnoreCase(name)) {
                copy.addHeader(headers.get(i), headers.get(i + 1));
            }
        }
        copy.addHeader(name, value);
        copy.body = body;
        return copy;
    }

    /** Creates the same request with other headers, for one attempt. */
    CallRequest withHeaders(final List<String> namesAndValues) {
        final CallRequest copy = new CallRequest(description, template, method, reading, uri);
        copy.headers.addAll(namesAndValues);
        copy.body = body;
        copy.stream = stream;
        copy.repeatable = repeatable;
        return copy;
    }

    boolean hasHeader(final String name) {
        for (int i = 0; i < headers.size(); i += 2) {
            if (headers.get(i).equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the name of the call in messages.
     *
     * @return client, method and path template
     */
    public String description() {
        return description;
    }

    String template() {
        return template;
    }

    HttpMethod method() {
        return method;
    }

    boolean isStreamed() {
        return reading == Reading.STREAMED;
    }

    String uri() {
        return uri;
    }

    List<String> headers() {
        return headers;
    }

    @Nullable
    Buffer body() {
        return body;
    }

    @Nullable
    Flowable<Buffer> stream() {
        return stream;
    }

    @Nullable
    Action onEnd() {
        return onEnd;
    }

    /** Returns true if a service that has seen the request may see it again. */
    boolean isRepeatable() {
        return repeatable && stream == null;
    }

    boolean isSafe() {
        return HttpMethod.GET.equals(method) || isHead();
    }

    boolean isHead() {
        return HttpMethod.HEAD.equals(method);
    }

    /** Returns true if a request without a body announces that it has none. */
    boolean isBodyExpected() {
        return HttpMethod.POST.equals(method) || HttpMethod.PUT.equals(method) || HttpMethod.PATCH.equals(method);
    }

    /** Returns true if a response with this status is a result, not a failure. */
    boolean accepts(final int status) {
        return status < FIRST_REDIRECT
                || reading == Reading.COLLECTED_ANY_STATUS
                || (status == NOT_FOUND && reading == Reading.COLLECTED_OR_NOT_FOUND);
    }
}
