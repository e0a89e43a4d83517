package org.jzenith.restclient.filter;

import com.google.errorprone.annotations.CheckReturnValue;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The request of an attempt, as an {@link OutboundRequestFilter} sees it. It has the headers of the method's parameters and the client's
 * default headers. It does not have the headers that jZenith adds when it sends the request. Immutable.
 */
@CheckReturnValue
public final class OutboundRequest {

    private final String call;
    private final String method;
    private final String path;
    private final List<String> headers;
    private final @Nullable Buffer body;

    /**
     * Creates a request; called by jZenith.
     *
     * @param call the client, method and path template
     * @param method the HTTP method
     * @param path the path below the base URL, with the query
     * @param headers each name, followed by its value
     * @param body null if there is none or it is streamed
     */
    public OutboundRequest(
            final String call,
            final String method,
            final String path,
            final List<String> headers,
            final @Nullable Buffer body) {
        this.call = call;
        this.method = method;
        this.path = path;
        this.headers = List.copyOf(headers);
        this.body = body;
    }

    /**
     * Returns the call.
     *
     * @return the client, method and path template, for example {@code stock: GET /articles/{id}}
     */
    public String call() {
        return call;
    }

    /**
     * Returns the HTTP method.
     *
     * @return for example {@code GET}
     */
    public String method() {
        return method;
    }

    /**
     * Returns the path.
     *
     * @return the encoded path below the base URL, with the query
     */
    public String path() {
        return path;
    }

    /**
     * Returns all headers.
     *
     * @return each name, followed by its value
     */
    public List<String> headers() {
        return headers;
    }

    /**
     * Finds a header.
     *
     * @param name in any case
     * @return its first value; empty if there is none
     */
    public Optional<String> header(final String name) {
        for (int i = 0; i < headers.size(); i += 2) {
            if (headers.get(i).equalsIgnoreCase(name)) {
                return Optional.of(headers.get(i + 1));
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the body, for example to sign it.
     *
     * @return the body, which must not be changed; empty if there is none or it is streamed
     */
    public Optional<Buffer> body() {
        return Optional.ofNullable(body);
    }

    /**
     * Sets a header. The call fails if it is a header that the client sets itself, such as {@code Host}.
     *
     * @param name the name of the header, whose earlier values are replaced
     * @param value ISO-8859-1 text without control characters
     * @return a changed copy
     */
    public OutboundRequest withHeader(final String name, final String value) {
        final List<String> changed = new ArrayList<>(headers.size() + 2);
        for (int i = 0; i < headers.size(); i += 2) {
            if (!headers.get(i).equalsIgnoreCase(name)) {
                changed.add(headers.get(i));
                changed.add(headers.get(i + 1));
            }
        }
        changed.add(name);
        changed.add(value);
        return new OutboundRequest(call, method, path, changed, body);
    }
}
