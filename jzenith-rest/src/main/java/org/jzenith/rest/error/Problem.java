package org.jzenith.rest.error;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.log.LogText;
import org.jzenith.http.http1.ReasonPhrases;

/**
 * An RFC 9457 problem, the body of an error response. Clients see all its members.
 *
 * <pre>{@code
 * throw Problem.of(403)
 *         .withType(URI.create("https://example.com/problems/out-of-credit"))
 *         .withTitle("You do not have enough credit.")
 *         .withDetail("Your balance is 30, but that costs 50.")
 *         .withMember("balance", 30)
 *         .exception();
 * }</pre>
 *
 * <p>Immutable: every {@code with} method returns a problem with the addition. The JSON is written by hand, so that no
 * setting of the application's JSON changes what clients see.
 */
public final class Problem {

    private static final JsonFactory JSON = new JsonFactory();

    private static final String TYPE = "type";
    private static final String TITLE = "title";
    private static final String STATUS = "status";
    private static final String DETAIL = "detail";
    private static final String INSTANCE = "instance";
    private static final String ID = "id";
    private static final String VIOLATIONS = "violations";
    private static final Set<String> RESERVED = Set.of(TYPE, TITLE, STATUS, DETAIL, INSTANCE, ID, VIOLATIONS);

    /** The names of members that RFC 9457, section 3.2 recommends. */
    private static final Pattern MEMBER = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

    private final int status;
    private final Map<String, @Nullable Object> members;
    private final Map<String, String> headers;

    /** Null where the problem is made for one response. */
    private final @Nullable Template template;

    private Problem(final int status, final Map<String, @Nullable Object> members, final Map<String, String> headers) {
        this(status, members, headers, null);
    }

    private Problem(
            final int status,
            final Map<String, @Nullable Object> members,
            final Map<String, String> headers,
            final @Nullable Template template) {
        this.status = status;
        this.members = members;
        this.headers = headers;
        this.template = template;
    }

    /** The JSON before and after the path of the request. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Template(byte[] before, byte[] after) {

        /** Returns the encoded problem with a path; null if the path has characters that JSON escapes. */
        byte @Nullable [] with(final String path) {
            final byte[] json = Arrays.copyOf(before, before.length + path.length() + after.length);
            for (int i = 0; i < path.length(); i++) {
                final char c = path.charAt(i);
                if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                    return null;
                }
                json[before.length + i] = (byte) c;
            }
            System.arraycopy(after, 0, json, json.length - after.length, after.length);
            return json;
        }
    }

    /**
     * Begins a problem that says nothing beyond its status.
     *
     * @param status an HTTP error status, 400 to 599
     * @return a problem of the type {@code about:blank}
     * @throws IllegalArgumentException if the status is not an error status
     */
    public static Problem of(final int status) {
        if (status < 400 || status > 599) {
            throw new IllegalArgumentException("The status " + status
                    + " is not an error. It comes from Problem.of(..). Give a status from 400 to 599.");
        }
        return new Problem(status, Map.of(), Map.of());
    }

    /** Creates a problem for a status that is already on its way, whatever it is. */
    static Problem of(final int status, final @Nullable String detail) {
        final Problem problem = new Problem(status, Map.of(), Map.of());
        return detail == null ? problem : problem.withDetail(detail);
    }

    /**
     * Says what kind of problem it is.
     *
     * @param type identifies the kind, and should lead to its description (RFC 9457, section 3.1.1)
     * @return a problem of this type
     */
    public Problem withType(final URI type) {
        return with(TYPE, type.toString());
    }

    /**
     * Sums up the kind of problem.
     *
     * @param title the same for every problem of the type; without it, the status in words
     * @return a problem with this title
     */
    public Problem withTitle(final String title) {
        return with(TITLE, title);
    }

    /**
     * Explains this occurrence of the problem.
     *
     * @param detail a sentence for the client
     * @return a problem with this detail
     */
    public Problem withDetail(final String detail) {
        return with(DETAIL, detail);
    }

    /**
     * Identifies this occurrence of the problem.
     *
     * @param instance in place of the path of the request
     * @return a problem with this instance
     */
    public Problem withInstance(final URI instance) {
        return with(INSTANCE, instance.toString());
    }

    /**
     * Adds an extension member (RFC 9457, section 3.2).
     *
     * @param name letters, digits and {@code _}, beginning with a letter; none of {@code type}, {@code title}, {@code
     *     status}, {@code detail}, {@code instance}, {@code id} and {@code violations}
     * @param value a string, a number, a boolean, null, or an array, {@code Iterable} or map of such values; anything else
     *     is written as its {@code toString()}
     * @return a problem with this member too
     * @throws IllegalArgumentException if the name is reserved or has other characters
     */
    public Problem withMember(final String name, final @Nullable Object value) {
        if (RESERVED.contains(name)) {
            throw new IllegalArgumentException("A problem has a member '" + name
                    + "' of its own. It comes from Problem.withMember(..). Choose another name.");
        }
        if (!MEMBER.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + name + "' is no name for a member. It comes from"
                    + " Problem.withMember(..). Use letters, digits and _, and begin with a letter.");
        }
        return with(name, copy(value));
    }

    /**
     * Adds a header to the response.
     *
     * @param name not {@code Content-Type}, which is always {@code application/problem+json}
     * @param value without control characters
     * @return a problem with this header too
     * @throws IllegalArgumentException if no header has such a name or value
     */
    public Problem withHeader(final String name, final String value) {
        if (!HEADER.matcher(name).matches() || value.chars().anyMatch(c -> (c < ' ' && c != '\t') || c == 127)) {
            throw new IllegalArgumentException("'" + LogText.escape(name) + ": " + LogText.escape(value)
                    + "' is no header. It comes from Problem.withHeader(..). Remove control characters.");
        }
        final Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Problem(status, members, Collections.unmodifiableMap(more));
    }

    Problem withId(final String id) {
        return with(ID, id);
    }

    /** Returns the id of a problem that is logged. */
    String id() {
        return (String) Objects.requireNonNull(members.get(ID));
    }

    Problem withTraceId(final String traceId) {
        return with("traceId", traceId);
    }

    Problem withStackTrace(final String stackTrace) {
        return with("stackTrace", stackTrace);
    }

    Problem withViolations(final List<Violation> violations) {
        return with(
                VIOLATIONS,
                violations.stream()
                        .map(each -> {
                            final Map<String, Object> violation = new LinkedHashMap<>();
                            violation.put("path", each.path());
                            violation.put("message", each.message());
                            if (each.line() > 0) {
                                violation.put("line", each.line());
                            }
                            return violation;
                        })
                        .toList());
    }

    private Problem with(final String name, final @Nullable Object value) {
        final Map<String, @Nullable Object> more = new LinkedHashMap<>(members);
        more.put(name, value);
        return new Problem(status, Collections.unmodifiableMap(more), headers);
    }

    /**
     * Returns an exception that leads to this problem, wherever a resource, filter or mapper throws it or an Rx type emits it.
     *
     * @return an exception without a cause
     */
    public ProblemException exception() {
        return new ProblemException(this, null);
    }

    /**
     * Returns an exception that leads to this problem, with its cause.
     *
     * @param cause for the log, never for the client
     * @return an exception with a cause
     */
    public ProblemException exception(final Throwable cause) {
        return new ProblemException(this, cause);
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
        return (String) members.get(DETAIL);
    }

    Map<String, String> headers() {
        return headers;
    }

    /** Returns the problem for many responses: everything except the path is encoded now. */
    Problem encoded() {
        if (members.containsKey(INSTANCE)) {
            return this;
        }
        final byte[] one = encode("1");
        final int place = Arrays.mismatch(one, encode("2"));
        return new Problem(
                status,
                members,
                headers,
                new Template(Arrays.copyOf(one, place), Arrays.copyOfRange(one, place + 1, one.length)));
    }

    byte[] toBytes(final @Nullable String path) {
        final byte[] known = template == null || path == null ? null : template.with(path);
        return known == null ? encode(path) : known;
    }

    private byte[] encode(final @Nullable String path) {
        try (ByteArrayBuilder bytes = new ByteArrayBuilder(256);
                JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            final Object type = members.get(TYPE);
            write(json, TYPE, type == null ? "about:blank" : type);
            final Object title = members.get(TITLE);
            write(json, TITLE, title == null ? ReasonPhrases.of(status) : title);
            write(json, STATUS, status);
            writeIfPresent(json, DETAIL, members.get(DETAIL));
            final Object instance = members.get(INSTANCE);
            writeIfPresent(json, INSTANCE, instance == null ? path : instance);
            writeIfPresent(json, ID, members.get(ID));
            writeIfPresent(json, VIOLATIONS, members.get(VIOLATIONS));
            for (final Map.Entry<String, @Nullable Object> member : members.entrySet()) {
                if (!RESERVED.contains(member.getKey())) {
                    write(json, member.getKey(), member.getValue());
                }
            }
            json.writeEndObject();
            json.flush();
            return bytes.toByteArray();
        } catch (final IOException e) {
            throw new UncheckedIOException("Memory refused to be written.", e);
        }
    }

    private static void writeIfPresent(final JsonGenerator json, final String name, final @Nullable Object value)
            throws IOException {
        if (value != null) {
            write(json, name, value);
        }
    }

    private static void write(final JsonGenerator json, final String name, final @Nullable Object value)
            throws IOException {
        json.writeFieldName(name);
        write(json, value);
    }

    private static void write(final JsonGenerator json, final @Nullable Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof List<?> list) {
            json.writeStartArray();
            for (final Object each : list) {
                write(json, each);
            }
            json.writeEndArray();
        } else if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (final Map.Entry<?, ?> each : map.entrySet()) {
                write(json, (String) each.getKey(), each.getValue());
            }
            json.writeEndObject();
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else if (value instanceof Number number) {
            json.writeNumber(number.toString());
        } else {
            json.writeString(value.toString());
        }
    }

    /** Returns an immutable copy that can always be serialized. */
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
