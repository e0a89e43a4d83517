package org.jzenith.http.problem;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.http1.ReasonPhrases;

/** For plugins: writes problems as JSON, with the members that only jZenith may set. */
public final class ProblemJson {

    static final String TYPE = "type";
    static final String TITLE = "title";
    static final String STATUS = "status";
    static final String DETAIL = "detail";
    static final String INSTANCE = "instance";
    static final String ID = "id";
    static final String VIOLATIONS = "violations";
    static final Set<String> RESERVED = Set.of(TYPE, TITLE, STATUS, DETAIL, INSTANCE, ID, VIOLATIONS);

    private static final JsonFactory JSON = new JsonFactory();

    private ProblemJson() {}

    /**
     * Creates a problem for any status that is already being sent.
     *
     * @param status the HTTP status
     * @param detail a sentence for the client, or null
     * @return a problem
     */
    public static Problem of(final int status, final @Nullable String detail) {
        final Problem problem = new Problem(status, Map.of(), Map.of());
        return detail == null ? problem : problem.withDetail(detail);
    }

    /**
     * Adds the id under which the failure is logged.
     *
     * @param problem the problem; it is not changed
     * @param id the id, which the client can quote in a bug report
     * @return the problem with the id
     */
    public static Problem withId(final Problem problem, final String id) {
        return problem.with(ID, id);
    }

    /**
     * Returns the id of a logged problem.
     *
     * @param problem a problem with an id
     * @return the id
     */
    public static String id(final Problem problem) {
        return (String) Objects.requireNonNull(problem.members().get(ID));
    }

    /**
     * Adds the rules that the request violates.
     *
     * @param problem the problem; it is not changed
     * @param violations the members of each violation
     * @return the problem with the violations
     */
    public static Problem withViolations(final Problem problem, final List<Map<String, Object>> violations) {
        return problem.with(VIOLATIONS, violations);
    }

    /**
     * Writes a problem.
     *
     * @param problem the problem; all members are written
     * @param path the path of the request, used as the instance if the problem has none; null for none
     * @return UTF-8 bytes of type {@code application/problem+json}
     */
    public static byte[] toBytes(final Problem problem, final @Nullable String path) {
        final Map<String, @Nullable Object> members = problem.members();
        try (ByteArrayBuilder bytes = new ByteArrayBuilder(256);
                JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            final Object type = members.get(TYPE);
            write(json, TYPE, type == null ? "about:blank" : type);
            final Object title = members.get(TITLE);
            write(json, TITLE, title == null ? ReasonPhrases.of(problem.status()) : title);
            write(json, STATUS, problem.status());
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
            throw new UncheckedIOException("Writing to memory failed.", e);
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
}
