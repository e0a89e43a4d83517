package org.jzenith.http.handler;

import java.net.URI;
import java.security.Principal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The decision of a {@link ListenerGuard}: the request passes, perhaps with a principal, or is refused. Immutable. */
public final class GuardDecision {

    private static final char LAST_VISIBLE = '~';
    private static final GuardDecision PASS = new GuardDecision(0, null, Map.of(), List.of(), null);

    /** 0 if the request passes. */
    private final int status;

    private final @Nullable String detail;
    private final Map<String, String> headers;
    private final List<String> cookies;
    private final @Nullable Principal principal;

    private GuardDecision(
            final int status,
            final @Nullable String detail,
            final Map<String, String> headers,
            final List<String> cookies,
            final @Nullable Principal principal) {
        this.status = status;
        this.detail = detail;
        this.headers = headers;
        this.cookies = cookies;
        this.principal = principal;
    }

    /**
     * Lets the request pass.
     *
     * @return the same decision at each call */
    public static GuardDecision pass() {
        return PASS;
    }

    /**
     * Lets the request pass and names its user.
     *
     * @param principal the user, returned by {@link ServerRequest#principal()} from now on; replaces the principal of
     *     an earlier guard
     * @return a decision with the principal
     */
    public static GuardDecision passAs(final Principal principal) {
        return new GuardDecision(0, null, Map.of(), List.of(), Objects.requireNonNull(principal, "principal"));
    }

    /**
     * Refuses the request with a problem.
     *
     * @param status from 400 to 599
     * @param detail a sentence for the client
     * @return a decision without additional headers
     */
    public static GuardDecision refuse(final int status, final String detail) {
        if (status < 400 || status > 599) {
            throw new IllegalArgumentException(
                    "The status of a guard's refusal must be from 400 to 599, but is " + status + ".");
        }
        return new GuardDecision(status, detail, Map.of(), List.of(), null);
    }

    /**
     * Redirects a browser, for example to a login page, with 303 (RFC 9110, 15.4.4).
     *
     * @param location the value of {@code Location}. Never take it from the request, or attackers can redirect users to
     *     any site
     * @return a decision that ends the request
     */
    public static GuardDecision redirect(final URI location) {
        return new GuardDecision(
                303, null, Map.of("Location", location.toASCIIString(), "Cache-Control", "no-store"), List.of(), null);
    }

    /**
     * Adds a header to the response of a refusal, such as {@code WWW-Authenticate} to a 401 (RFC 9110, 11.6.1).
     *
     * @param name the name of the header; a header of this name is replaced
     * @param value one line
     * @return a copy with the header
     * @throws IllegalStateException if the request passes
     */
    public GuardDecision withHeader(final String name, final String value) {
        if (!isRefusal()) {
            throw new IllegalStateException(
                    "The header '" + name + "' belongs to a refusal, but this decision lets the request pass.");
        }
        final Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(name, value);
        return new GuardDecision(status, detail, Collections.unmodifiableMap(all), cookies, principal);
    }

    /**
     * Sets cookies in the response, whether a resource, a static file, a WebSocket handshake or a later refusal sends it. A cookie
     * that the response itself sets is not replaced. If shared caches could store the response, it gets
     * {@code Cache-Control: no-store}, because it is for one user.
     *
     * @param fields values of {@code Set-Cookie}, added after those of this decision and of other guards
     * @return a copy with the cookies
     * @throws IllegalArgumentException if a field has characters other than visible ASCII and spaces
     */
    public GuardDecision withCookies(final List<String> fields) {
        for (final String field : fields) {
            if (!field.chars().allMatch(c -> c >= ' ' && c <= LAST_VISIBLE)) {
                throw new IllegalArgumentException(
                        "A field of Set-Cookie has a character that is neither visible ASCII nor a space.");
            }
        }
        final List<String> all = new ArrayList<>(cookies);
        all.addAll(fields);
        return new GuardDecision(status, detail, headers, List.copyOf(all), principal);
    }

    /**
     * Returns true if the request gets a response instead of passing.
     *
     * @return true for a refusal and for a redirect
     */
    public boolean isRefusal() {
        return status != 0;
    }

    /**
     * Returns the status of the response.
     *
     * @return 0 if the request passes
     */
    public int status() {
        return status;
    }

    /**
     * Returns the sentence for the client.
     *
     * @return null if the request passes or is redirected
     */
    public @Nullable String detail() {
        return detail;
    }

    /**
     * Returns the headers of the response.
     *
     * @return unmodifiable; empty if the request passes
     */
    public Map<String, String> headers() {
        return headers;
    }

    /**
     * Returns the cookies of the response.
     *
     * @return unmodifiable; values of {@code Set-Cookie}
     */
    public List<String> cookies() {
        return cookies;
    }

    /** Returns the principal; null if the guard has not named one. */
    @Nullable
    Principal principal() {
        return principal;
    }
}
