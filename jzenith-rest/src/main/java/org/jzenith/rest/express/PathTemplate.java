package org.jzenith.rest.express;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The path of a resource method or class: segments that are literal or a parameter. Regular expressions, and parameters
 * beside other text, are RESTEasy's.
 */
final class PathTemplate {

    private static final Pattern PARAMETER = Pattern.compile("\\{\\s*([\\w.-]+)\\s*}");

    private final String text;
    private final List<Segment> segments = new ArrayList<>();
    private final boolean simple;

    /** Text, or a parameter, whose text is its name. */
    private record Segment(String text, boolean parameter) {

        boolean mayEqual(final Segment other) {
            return parameter || other.parameter || text.equals(other.text);
        }
    }

    private PathTemplate(final String text) {
        this.text = text;
        boolean understood = true;
        for (final String part : text.split("/", -1)) {
            if (part.isEmpty()) {
                continue;
            }
            final var parameter = PARAMETER.matcher(part);
            if (parameter.matches()) {
                segments.add(new Segment(parameter.group(1), true));
            } else if (part.indexOf('{') < 0 && part.indexOf('}') < 0 && isPlain(part)) {
                segments.add(new Segment(part, false));
            } else {
                understood = false;
                break;
            }
        }
        this.simple = understood && names().stream().distinct().count() == names().size();
    }

    static PathTemplate of(final @Nullable String path) {
        return new PathTemplate(path == null ? "" : path);
    }

    boolean isSimple() {
        return simple;
    }

    boolean isLiteral() {
        return simple && segments.stream().noneMatch(Segment::parameter);
    }

    /** The names of the parameters, in order. */
    List<String> names() {
        return segments.stream().filter(Segment::parameter).map(Segment::text).toList();
    }

    boolean isSameAs(final PathTemplate other) {
        return simple && other.simple && segments.equals(other.segments);
    }

    /** Whether some path may belong to both. */
    boolean mayMeet(final PathTemplate other) {
        if (simple && other.simple && segments.size() != other.segments.size()) {
            return false;
        }
        return agreeAtTheBeginning(other);
    }

    /** Whether some path that belongs to this one may begin with the other. */
    boolean mayBeginWith(final PathTemplate other) {
        return !(simple && other.simple && segments.size() < other.segments.size()) && agreeAtTheBeginning(other);
    }

    private boolean agreeAtTheBeginning(final PathTemplate other) {
        for (int i = 0; i < Math.min(segments.size(), other.segments.size()); i++) {
            if (!segments.get(i).mayEqual(other.segments.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** In one form for all that match the same paths. */
    String normalized() {
        final StringBuilder path = new StringBuilder();
        segments.forEach(segment -> path.append('/').append(segment.parameter ? "{}" : segment.text));
        return path.isEmpty() ? "/" : path.toString();
    }

    /** Whether these values of parameters can be read as they stand. */
    static boolean arePlain(final String[] values) {
        for (final String value : values) {
            if (!isPlain(value)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlain(final String segment) {
        return isPlain(segment, 0, segment.length());
    }

    /** Means what it says: no escape, no matrix parameter, no step up. */
    private static boolean isPlain(final String path, final int begin, final int end) {
        boolean dots = true;
        for (int i = begin; i < end; i++) {
            final char c = path.charAt(i);
            final boolean plain = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || c == '-'
                    || c == '_'
                    || c == '.';
            if (!plain) {
                return false;
            }
            dots &= c == '.';
        }
        return !dots;
    }

    @Override
    public String toString() {
        return text;
    }
}
