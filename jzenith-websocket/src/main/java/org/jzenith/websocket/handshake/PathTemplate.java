package org.jzenith.websocket.handshake;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A path of which some segments are parameters, such as {@code /chat/{room}}. Immutable. */
public final class PathTemplate {

    private static final Pattern PARAMETER = Pattern.compile("\\{[A-Za-z_][A-Za-z0-9_-]*}");

    private static final Pattern FIXED = Pattern.compile("[A-Za-z0-9._~!$&'()*+,=:@-]+");

    private final String path;
    public final String prefix;
    private final List<String> rest;

    private PathTemplate(final String path, final String prefix, final List<String> rest) {
        this.path = path;
        this.prefix = prefix;
        this.rest = rest;
    }

    public static PathTemplate of(final String path) {
        final List<String> segments =
                path.startsWith("/") ? List.of(path.substring(1).split("/", -1)) : List.of("");
        final Set<String> names = new HashSet<>();
        final StringBuilder prefix = new StringBuilder();
        final List<String> rest = new ArrayList<>();
        for (final String segment : segments) {
            final boolean parameter = PARAMETER.matcher(segment).matches();
            if ((!parameter && !FIXED.matcher(segment).matches()) || (parameter && !names.add(segment))) {
                throw malformed(path);
            }
            if (parameter || !rest.isEmpty()) {
                rest.add(segment);
            } else {
                prefix.append('/').append(segment);
            }
        }
        if (prefix.isEmpty() || segments.contains(".") || segments.contains("..")) {
            throw malformed(path);
        }
        return new PathTemplate(path, prefix.toString(), List.copyOf(rest));
    }

    private static IllegalArgumentException malformed(final String path) {
        return new IllegalArgumentException(
                "The path '" + path + "' of a WebSocket is not understood. It begins with a slash"
                        + " and a fixed segment, as in /chat/{room}; each parameter is a whole segment with a name of its own.");
    }

    /** The segments before the first parameter. */
    public String prefix() {
        return prefix;
    }

    /** The number of fixed segments behind the prefix: a path with more of them is asked first. */
    public int fixedSegments() {
        return (int) rest.stream().filter(segment -> !segment.startsWith("{")).count();
    }

    /**
     * Returns the parameters of a path.
     *
     * @param relative the path after the prefix
     * @return null if it does not match
     */
    @Nullable
    public Map<String, String> match(final String relative) {
        if (rest.isEmpty()) {
            return relative.isEmpty() ? Map.of() : null;
        }
        final String[] segments = relative.split("/", -1);
        if (segments.length != rest.size() + 1 || !segments[0].isEmpty()) {
            return null;
        }
        final Map<String, String> parameters = new HashMap<>();
        for (int i = 0; i < rest.size(); i++) {
            final String expected = rest.get(i);
            final String decoded = decode(segments[i + 1]);
            if (decoded.isEmpty()) {
                return null;
            }
            if (expected.startsWith("{")) {
                parameters.put(expected.substring(1, expected.length() - 1), decoded);
            } else if (!expected.equals(decoded)) {
                return null;
            }
        }
        return parameters;
    }

    /** Escapes were checked with the request. */
    static String decode(final String segment) {
        return segment.indexOf('%') < 0
                ? segment
                : URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof final PathTemplate template && shape().equals(template.shape());
    }

    @Override
    public int hashCode() {
        return shape().hashCode();
    }

    /** Returns the path without the names of parameters. */
    private String shape() {
        return PARAMETER.matcher(path).replaceAll("{}");
    }

    @Override
    public String toString() {
        return path;
    }
}
