package org.jzenith.rest.route;

import jakarta.ws.rs.core.UriBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A path template and the regular expression that section 3.7.3 of Jakarta REST makes of it, with the figures by which
 * section 3.7.2 sorts them. A slash at its beginning or its end makes no difference.
 */
final class PathPattern {

    /** Stands for a whole segment that is a parameter; no literal contains it, since a brace would be encoded. */
    static final String PARAMETER = "{";

    /** The specification's order: the first that matches a path is the one that answers. */
    static final Comparator<PathPattern> BEST_FIRST = Comparator.comparingInt((PathPattern path) -> -path.literals)
            .thenComparingInt(path -> -path.names.size())
            .thenComparingInt(path -> -path.expressions);

    /** For those that the specification leaves without an order. */
    static final Comparator<PathPattern> LITERALS_FIRST = Comparator.comparingInt(path -> {
        final int parameter = path.segments.indexOf(PARAMETER);
        return parameter < 0 ? -path.segments.size() : -parameter;
    });

    private static final String ANY = "[^/]+?";
    private static final Pattern NAME = Pattern.compile("\\w[\\w.-]*");

    private final String template;
    private final List<String> names = new ArrayList<>();
    private final List<Integer> places = new ArrayList<>();
    private final List<String> segments = new ArrayList<>();
    private final StringBuilder regex = new StringBuilder();
    private boolean isCompiled = true;
    private int literals;
    private int expressions;
    private int groups;

    private final @Nullable Pattern prefix;

    /** Of the segment that is being read. */
    private final StringBuilder text = new StringBuilder();

    private int parametersInSegment;

    PathPattern(final String template) {
        this.template = template;
        final String path = template.replaceFirst("^/", "").replaceFirst("/$", "");
        int begin = 0;
        for (int open = path.indexOf('{'); open >= 0; open = path.indexOf('{', begin)) {
            literal(path.substring(begin, open));
            final int close = closing(path, open);
            parameter(path.substring(open + 1, close));
            begin = close + 1;
        }
        literal(path.substring(begin));
        if (!path.isEmpty()) {
            endSegment();
        }
        prefix = isCompiled ? null : Pattern.compile(regex + "(/.*)?");
        if (isCompiled) {
            places.clear();
            for (int i = 0; i < segments.size(); i++) {
                if (segments.get(i).equals(PARAMETER)) {
                    places.add(i);
                }
            }
        }
    }

    private int closing(final String path, final int open) {
        int depth = 0;
        for (int i = open; i < path.length(); i++) {
            final char character = path.charAt(i);
            depth += character == '{' ? 1 : character == '}' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        throw invalid("a brace is not closed", null);
    }

    private void literal(final String part) {
        if (part.isEmpty()) {
            return;
        }
        final String encoded = UriBuilder.fromPath(part).toTemplate();
        literals += encoded.length();
        regex.append(Pattern.quote(encoded));
        for (int i = 0; i < encoded.length(); i++) {
            if (encoded.charAt(i) == '/') {
                endSegment();
            } else {
                text.append(encoded.charAt(i));
            }
        }
    }

    private void parameter(final String content) {
        final int colon = content.indexOf(':');
        final String name = (colon < 0 ? content : content.substring(0, colon)).strip();
        final String expression = colon < 0 ? ANY : content.substring(colon + 1).strip();
        if (!NAME.matcher(name).matches()) {
            throw invalid("'" + name + "' is no name of a parameter", null);
        }
        names.add(name);
        places.add(groups + 1);
        groups += 1 + groupsOf(expression);
        regex.append('(').append(expression).append(')');
        parametersInSegment++;
        if (!expression.equals(ANY)) {
            expressions++;
            isCompiled = false;
        }
    }

    private int groupsOf(final String expression) {
        try {
            return Pattern.compile(expression).matcher("").groupCount();
        } catch (final IllegalArgumentException e) {
            throw invalid("'" + expression + "' is no regular expression", e);
        }
    }

    /** Segments behind the first that is no plain one are left to the regular expression. */
    private void endSegment() {
        isCompiled &= parametersInSegment == 0 || (parametersInSegment == 1 && text.length() == 0);
        if (isCompiled) {
            segments.add(parametersInSegment == 0 ? text.toString() : PARAMETER);
        }
        text.setLength(0);
        parametersInSegment = 0;
    }

    private IllegalArgumentException invalid(final String reason, final @Nullable Throwable cause) {
        return new IllegalArgumentException("The path '" + template + "' is invalid: " + reason + ".", cause);
    }

    /** In their order in the template; a name may occur twice. */
    List<String> names() {
        return names;
    }

    /** Two templates that differ in the names of their parameters only have the same. */
    String regex() {
        return regex.toString();
    }

    /** Whether the segments say all; if not, they say how each path begins that matches the regular expression. */
    boolean isCompiled() {
        return isCompiled;
    }

    List<String> segments() {
        return segments;
    }

    /** For each parameter the number of its segment if the path is compiled, and else of its group. */
    int[] places() {
        return places.stream().mapToInt(Integer::intValue).toArray();
    }

    /** For a path that begins so, if this one is not compiled. */
    Pattern prefix() {
        return Objects.requireNonNull(prefix);
    }

    /** The group of {@link #prefix} for the rest of the path. */
    int restGroup() {
        return groups + 1;
    }
}
