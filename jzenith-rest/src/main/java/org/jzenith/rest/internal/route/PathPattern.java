package org.jzenith.rest.internal.route;

import jakarta.ws.rs.core.UriBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.request.PathTemplate;

/**
 * A path template and the regular expression that section 3.7.3 of Jakarta REST makes of it, with the figures by which
 * section 3.7.2 sorts them. A slash at its beginning or its end makes no difference. Most templates are compiled: their
 * segments are literals and parameters, which are compared without the regular expression.
 */
final class PathPattern {

    /** Stands for a whole segment that is a parameter; no literal contains it, since a brace would be encoded. */
    static final String PARAMETER = "{";

    private static final String ANY = "[^/]+?";
    private static final String REST = "(/.*)?";
    private static final Pattern ESCAPE = Pattern.compile("%([0-9A-Fa-f]{2})");

    /** Expressions that match each value of a parameter without one. */
    private static final Set<String> ANY_VALUE = Set.of(ANY, "[^/]+", "[^/]*", ".+", ".*");

    private final String template;
    private final List<String> names;
    private final List<Integer> groups = new ArrayList<>();
    private final List<String> segments = new ArrayList<>();
    private final StringBuilder regex = new StringBuilder();
    private final boolean isCompiled;
    private final int[] places;
    private int literals;
    private int expressions;
    private int nextGroup = 1;
    private boolean takesAnyValues = true;

    PathPattern(final String template) {
        this.template = template;
        final int start = template.startsWith("/") ? 1 : 0;
        final String path =
                template.substring(start, Math.max(start, template.length() - (template.endsWith("/") ? 1 : 0)));
        final PathTemplate parsed = parsed(path);
        this.names = parsed.names();
        for (final PathTemplate.Part part : parsed.parts()) {
            if (part.isParameter()) {
                addParameter(part.expression() == null ? ANY : part.expression());
            } else {
                addLiteral(part.text());
            }
        }
        this.isCompiled = path.isEmpty() || addSegments(parsed.segments());
        this.places = (isCompiled ? parameterSegments() : groups)
                .stream().mapToInt(Integer::intValue).toArray();
    }

    private PathTemplate parsed(final String path) {
        try {
            return PathTemplate.of(path);
        } catch (final IllegalArgumentException e) {
            throw invalid(String.valueOf(e.getMessage()), null);
        }
    }

    private void addLiteral(final String text) {
        final String encoded = encoded(text);
        literals += encoded.length();
        regex.append(encoded.isEmpty() ? "" : Pattern.quote(encoded));
    }

    /** Returns a literal as it stands in a normalised path (RFC 3986, 6.2.2). */
    private static String encoded(final String literal) {
        return needsNoEncoding(literal)
                ? literal
                : ESCAPE.matcher(UriBuilder.fromPath(literal).toTemplate()).replaceAll(PathPattern::normalized);
    }

    private static String normalized(final MatchResult escape) {
        final String character = Character.toString(Integer.parseInt(escape.group(1), 16));
        return needsNoEncoding(character) && !character.equals("/")
                ? character
                : escape.group().toUpperCase(Locale.ROOT);
    }

    /** Fast path: most literals need no encoding. */
    private static boolean needsNoEncoding(final String literal) {
        for (int i = 0; i < literal.length(); i++) {
            final char character = literal.charAt(i);
            if ((character < 'a' || character > 'z') && "-/._~".indexOf(character) < 0 && !isUpperOrDigit(character)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isUpperOrDigit(final char character) {
        return (character >= 'A' && character <= 'Z') || (character >= '0' && character <= '9');
    }

    private void addParameter(final String expression) {
        takesAnyValues &= ANY_VALUE.contains(expression);
        groups.add(nextGroup);
        nextGroup++;
        if (!expression.equals(ANY)) {
            nextGroup += groupsOf(expression);
            expressions++;
        }
        regex.append('(').append(expression).append(')');
    }

    private int groupsOf(final String expression) {
        try {
            return Pattern.compile(expression).matcher("").groupCount();
        } catch (final IllegalArgumentException e) {
            throw invalid("'" + expression + "' is not a valid regular expression", e);
        }
    }

    /**
     * Adds the segments before the first that is neither a literal nor a parameter; returns true if there is no such
     * segment.
     */
    private boolean addSegments(final List<PathTemplate.Segment> all) {
        for (final PathTemplate.Segment segment : all) {
            switch (segment.content()) {
                case LITERAL -> segments.add(encoded(segment.text()));
                case PARAMETER -> segments.add(PARAMETER);
                default -> {
                    return false;
                }
            }
        }
        return true;
    }

    private List<Integer> parameterSegments() {
        final List<Integer> found = new ArrayList<>();
        for (int i = 0; i < segments.size(); i++) {
            if (segments.get(i).equals(PARAMETER)) {
                found.add(i);
            }
        }
        return found;
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

    /**
     * Returns true if the segments match the path completely; otherwise they are a prefix of it, and a regular
     * expression decides.
     */
    boolean isCompiled() {
        return isCompiled;
    }

    List<String> segments() {
        return segments;
    }

    /** Returns true if no expression restricts the values of a parameter. */
    boolean takesAnyValues() {
        return takesAnyValues;
    }

    /** Returns the segment of a parameter if the path is compiled, otherwise its group. */
    int place(final int parameter) {
        return places[parameter];
    }

    /** Returns the pattern of whole paths, or of prefixes; in those the group behind all others is the rest. */
    Pattern pattern(final boolean isPrefix) {
        return Pattern.compile(isPrefix ? regex + REST : regex.toString());
    }

    /** Null if the path, which starts at its first slash, does not match. */
    static @Nullable Matcher match(final Pattern pattern, final String path, final int start, final int end) {
        final Matcher matcher = pattern.matcher(path).region(Math.min(start + 1, end), end);
        return matcher.matches() ? matcher : null;
    }

    /** Compares in the specification's order: the first that matches a path is the one that is selected. */
    int compareBestFirst(final PathPattern other) {
        if (literals != other.literals) {
            return Integer.compare(other.literals, literals);
        }
        return names.size() != other.names.size()
                ? Integer.compare(other.names.size(), names.size())
                : Integer.compare(other.expressions, expressions);
    }

    /** Compares those that the specification leaves without an order. */
    int compareLiteralsFirst(final PathPattern other) {
        return Integer.compare(firstLiterals(), other.firstLiterals());
    }

    private int firstLiterals() {
        final int parameter = segments.indexOf(PARAMETER);
        return parameter < 0 ? -segments.size() : -parameter;
    }
}
