package org.jzenith.restclient.response;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A service responded with an error status, or with a redirect that the client did not follow. Unhandled, this exception becomes a 502,
 * even if the service responded with 401 or 404.
 *
 * <pre>{@code
 * stock.reserve(id).onErrorResumeNext(error ->
 *         error instanceof RemoteProblemException problem && problem.status() == 409
 *                 ? Single.error(new SoldOutException())
 *                 : Single.error(error))
 * }</pre>
 */
public final class RemoteProblemException extends RemoteCallException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient Map<String, String> headers;
    private final transient Map<String, Object> members;
    private final String text;

    /**
     * Creates an exception.
     *
     * @param call the client and the method
     * @param status the status
     * @param headers the headers of the response by their lower-case names
     * @param members the members of the problem; empty if the body is not a problem
     * @param text the beginning of the body if it is not a problem
     */
    public RemoteProblemException(
            final String call,
            final int status,
            final Map<String, String> headers,
            final Map<String, Object> members,
            final String text) {
        super(call, "returned the status " + status + title(headers, members), false, null);
        this.status = status;
        this.headers = Map.copyOf(headers);
        this.members = members;
        this.text = text;
    }

    private static String title(final Map<String, String> headers, final Map<String, Object> members) {
        return headers.getOrDefault("content-type", "").toLowerCase(Locale.ROOT).startsWith("application/problem+json")
                        && members.get("title") instanceof final String title
                        && title.length() < 200
                ? " (" + title.replaceAll("\\p{Cntrl}", " ") + ")"
                : "";
    }

    /**
     * Returns true for a status from 400 to 499, which means that the request was wrong.
     *
     * @return false for redirects and failures of the service
     */
    public boolean isClientError() {
        return status >= 400 && status < 500;
    }

    /**
     * Returns the status of the response.
     *
     * @return 300 or higher
     */
    public int status() {
        return status;
    }

    /**
     * Finds a header of the response.
     *
     * @param name in any case
     * @return its first value; empty if there is none
     */
    public Optional<String> header(final String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
    }

    /**
     * Returns the headers of the response.
     *
     * @return the first value of each, by its lower-case name
     */
    public Map<String, String> headers() {
        return headers;
    }

    /**
     * Returns the type of the problem.
     *
     * @return {@code about:blank} if the service named none
     */
    public String type() {
        return member("type") instanceof final String type ? type : "about:blank";
    }

    /**
     * Returns the title of the problem.
     *
     * @return empty if the service sent none
     */
    public Optional<String> title() {
        return Optional.ofNullable(member("title")).map(Object::toString);
    }

    /**
     * Returns the explanation of the problem.
     *
     * @return empty if the service sent none
     */
    public Optional<String> detail() {
        return Optional.ofNullable(member("detail")).map(Object::toString);
    }

    /**
     * Returns all members of the problem (RFC 9457), such as {@code violations}.
     *
     * @return values as Jackson reads them; empty if the body is not a problem
     */
    public Map<String, Object> members() {
        return members;
    }

    /**
     * Returns the beginning of the body, if it is not a problem.
     *
     * @return at most one KiB, for logs
     */
    public String text() {
        return text;
    }

    private @Nullable Object member(final String name) {
        return members.get(name);
    }
}
