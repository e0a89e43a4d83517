package org.jzenith.http.problem;

import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;

/**
 * An RFC 9457 problem, the body of an error response. Clients see all its members.
 *
 * <pre>{@code
 * Problem.of(403)
 *         .withType(URI.create("https://example.com/problems/out-of-credit"))
 *         .withTitle("You do not have enough credit.")
 *         .withDetail("Your balance is 30, but that costs 50.")
 *         .withMember("balance", 30)
 * }</pre>
 *
 * <p>Immutable: every {@code with} method returns a problem with the addition. The JSON is written by hand, so that no
 * setting of the application's JSON changes what clients see.
 */
public final class Problem {

    /** The names of members that RFC 9457, section 3.2 recommends. */
    private static final Pattern MEMBER = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

    private final int status;
    private final Map<String, @Nullable Object> members;
    private final Map<String, String> headers;

    Problem(final int status, final Map<String, @Nullable Object> members, final Map<String, String> headers) {
        this.status = status;
        this.members = members;
        this.headers = headers;
    }

    /**
     * Creates a problem with only a status.
     *
     * @param status an HTTP error status, 400 to 599
     * @return a problem of the type {@code about:blank}
     * @throws IllegalArgumentException if the status is not an error status
     */
    public static Problem of(final int status) {
        if (status < 400 || status > 599) {
            throw new IllegalArgumentException("The status " + status
                    + " is not an error. It comes from Problem.of(..). Pass a status from 400 to 599.");
        }
        return new Problem(status, Map.of(), Map.of());
    }

    /**
     * Sets the type of the problem.
     *
     * @param type a URI that identifies the type and should lead to its description (RFC 9457, section 3.1.1)
     * @return a problem of this type
     */
    public Problem withType(final URI type) {
        return with(ProblemJson.TYPE, type.toString());
    }

    /**
     * Sets a short summary of the problem type.
     *
     * @param title the same for every problem of the type; defaults to the status in words
     * @return a problem with this title
     */
    public Problem withTitle(final String title) {
        return with(ProblemJson.TITLE, title);
    }

    /**
     * Sets the explanation of this occurrence of the problem.
     *
     * @param detail a sentence for the client
     * @return a problem with this detail
     */
    public Problem withDetail(final String detail) {
        return with(ProblemJson.DETAIL, detail);
    }

    /**
     * Sets the URI that identifies this occurrence of the problem.
     *
     * @param instance the URI; defaults to the path of the request
     * @return a problem with this instance
     */
    public Problem withInstance(final URI instance) {
        return with(ProblemJson.INSTANCE, instance.toString());
    }

    /**
     * Adds an extension member (RFC 9457, section 3.2).
     *
     * @param name letters, digits and {@code _}, starting with a letter; not {@code type}, {@code title}, {@code status},
     *     {@code detail}, {@code instance}, {@code id} and {@code violations}
     * @param value a string, a number, a boolean, null, or an array, {@code Iterable} or map of such values; anything else
     *     is written as its {@code toString()}
     * @return a problem with this member too
     * @throws IllegalArgumentException if the name is reserved or has unsupported characters
     */
    public Problem withMember(final String name, final @Nullable Object value) {
        if (ProblemJson.RESERVED.contains(name)) {
            throw new IllegalArgumentException("The member name '" + name
                    + "' is reserved. It comes from Problem.withMember(..). Choose another name.");
        }
        if (!MEMBER.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + name + "' is not a valid member name. It comes from"
                    + " Problem.withMember(..). Use letters, digits and _, and start with a letter.");
        }
        return with(name, copy(value));
    }

    /**
     * Adds a header to the response.
     *
     * @param name not {@code Content-Type}, which is always {@code application/problem+json}
     * @param value without control characters
     * @return a problem with this header too
     * @throws IllegalArgumentException if the name or value is not allowed in a header
     */
    public Problem withHeader(final String name, final String value) {
        if (!HEADER.matcher(name).matches() || value.chars().anyMatch(c -> (c < ' ' && c != '\t') || c == 127)) {
            throw new IllegalArgumentException("'" + LogText.escape(name) + ": " + LogText.escape(value)
                    + "' is not a valid header. It comes from Problem.withHeader(..). Remove control characters.");
        }
        final Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Problem(status, members, Collections.unmodifiableMap(more));
    }

    Problem with(final String name, final @Nullable Object value) {
        final Map<String, @Nullable Object> more = new LinkedHashMap<>(members);
        more.put(name, value);
        return new Problem(status, Collections.unmodifiableMap(more), headers);
    }

    /**
     * Returns the HTTP status.
     *
     * @return 400 to 599
     */
    public int status() {
        return status;
    }

    /**
     * Returns the sentence for the client.
     *
     * @return null if there is none
     */
    public @Nullable String detail() {
        return (String) members.get(ProblemJson.DETAIL);
    }

    /**
     * Returns the headers of the response.
     *
     * @return without {@code Content-Type}
     */
    public Map<String, String> headers() {
        return headers;
    }

    Map<String, @Nullable Object> members() {
        return members;
    }

    /** Returns an immutable copy of a member's value, which can always be serialized. */
    private static @Nullable Object copy(final @Nullable Object value) {
        if (value instanceof Object[] array) {
            return copy(Arrays.asList(array));
        }
        if (value instanceof Iterable<?> all && !(value instanceof java.nio.file.Path)) {
            final List<@Nullable Object> list = new ArrayList<>();
            all.forEach(each -> list.add(copy(each)));
            return Collections.unmodifiableList(list);
        }
        if (value instanceof Map<?, ?> all) {
            final Map<String, @Nullable Object> map = new LinkedHashMap<>();
            all.forEach((name, each) -> map.put(String.valueOf(name), copy(each)));
            return Collections.unmodifiableMap(map);
        }
        if (value == null || value instanceof Boolean) {
            return value;
        }
        // Others, such as AtomicInteger, change; NaN is no JSON.
        final boolean plain = value instanceof Integer
                || value instanceof Long
                || value instanceof Short
                || value instanceof Byte
                || value instanceof java.math.BigDecimal
                || value instanceof java.math.BigInteger
                || (value instanceof Double fraction && Double.isFinite(fraction))
                || (value instanceof Float small && Float.isFinite(small));
        return plain ? value : value.toString();
    }

    @Override
    public String toString() {
        return status + " " + members;
    }
}
