package org.jzenith.http.internal.request;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A path with parameters, such as {@code /orders/{id}} or {@code /files/{path: .+}} (Jakarta REST 3.1, 3.4). Immutable. */
public final class PathTemplate {

    private static final Pattern NAME = Pattern.compile("\\w[\\w.-]*");

    /** A segment that needs no escape and is not a dot segment. */
    private static final Pattern FIXED = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._~!$&'()*+,=:@-]+");

    private final String source;
    private final List<Part> parts;
    private final List<Segment> segments;

    /**
     * A literal or a parameter.
     *
     * @param text the literal, or the name of the parameter
     * @param isParameter true for a parameter
     * @param expression the regular expression of a parameter; null if it has none
     */
    public record Part(
            String text, boolean isParameter, @Nullable String expression) {}

    /** The content of a segment. */
    public enum Content {
        /** Literal text, perhaps empty. */
        LITERAL,
        /** One parameter without an expression. */
        PARAMETER,
        /** Parameters without expressions, and text. */
        MIXED,
        /** The rest of the template from the first segment with an expression on, since that may match slashes. */
        REST
    }

    /**
     * A segment between two slashes.
     *
     * @param content literal text or parameters
     * @param text the literal, or the name of the one parameter
     */
    public record Segment(Content content, String text) {}

    private PathTemplate(final String source, final List<Part> parts) {
        this.source = source;
        this.parts = parts;
        this.segments = segments(parts);
    }

    /**
     * Parses a template.
     *
     * @param source literals are not checked
     * @return the template
     * @throws IllegalArgumentException if a brace is not closed, or a parameter has no valid name; the message is a clause
     */
    public static PathTemplate of(final String source) {
        final List<Part> parts = new ArrayList<>();
        int begin = 0;
        for (int open = source.indexOf('{'); open >= 0; open = source.indexOf('{', begin)) {
            addLiteral(parts, source.substring(begin, open));
            final int close = closing(source, open);
            parts.add(parameter(source.substring(open + 1, close)));
            begin = close + 1;
        }
        addLiteral(parts, source.substring(begin));
        return new PathTemplate(source, List.copyOf(parts));
    }

    /**
     * Parses a template whose parameters are whole segments without expressions.
     *
     * @param source empty, or begins with a slash
     * @return the template; its first segment is empty
     * @throws IllegalArgumentException if it is another one, a parameter's name occurs twice, or a character must be escaped in a path
     */
    public static PathTemplate ofSegments(final String source) {
        final PathTemplate template = of(source);
        final List<String> names = template.names();
        if ((source.isEmpty() || source.startsWith("/"))
                && template.segments().stream().skip(1).allMatch(PathTemplate::isWhole)
                && names.size() == new HashSet<>(names).size()) {
            return template;
        }
        throw new IllegalArgumentException(
                "the path '" + source + "' does not consist of segments that are either fixed or a parameter");
    }

    private static boolean isWhole(final Segment segment) {
        return segment.content() == Content.PARAMETER
                || (segment.content() == Content.LITERAL
                        && FIXED.matcher(segment.text()).matches());
    }

    private static List<Segment> segments(final List<Part> parts) {
        final List<Segment> segments = new ArrayList<>();
        final StringBuilder text = new StringBuilder();
        Content content = Content.LITERAL;
        for (final Part part : parts) {
            if (part.expression() != null) {
                content = Content.REST;
                break;
            }
            if (part.isParameter()) {
                content = text.isEmpty() ? Content.PARAMETER : Content.MIXED;
                text.append(part.text());
                continue;
            }
            final String[] literals = part.text().split("/", -1);
            for (int i = 0; i < literals.length; i++) {
                if (i > 0) {
                    segments.add(new Segment(content, text.toString()));
                    content = Content.LITERAL;
                    text.setLength(0);
                }
                content = literals[i].isEmpty() || content == Content.LITERAL ? content : Content.MIXED;
                text.append(literals[i]);
            }
        }
        segments.add(new Segment(content, text.toString()));
        return List.copyOf(segments);
    }

    private static void addLiteral(final List<Part> parts, final String text) {
        if (!text.isEmpty()) {
            parts.add(new Part(text, false, null));
        }
    }

    /** Expressions may have their own braces. */
    private static int closing(final String source, final int open) {
        int depth = 0;
        for (int i = open; i < source.length(); i++) {
            final char character = source.charAt(i);
            depth += character == '{' ? 1 : character == '}' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        throw new IllegalArgumentException("a brace is not closed");
    }

    private static Part parameter(final String content) {
        final int colon = content.indexOf(':');
        final String name = (colon < 0 ? content : content.substring(0, colon)).strip();
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + name + "' is not a valid parameter name");
        }
        return new Part(
                name, true, colon < 0 ? null : content.substring(colon + 1).strip());
    }

    /**
     * Returns the segments of a template before the first that has a parameter.
     *
     * @param template not parsed
     * @return the whole template if it has no parameters
     */
    public static String fixed(final String template) {
        final int parameter = template.indexOf('{');
        return parameter < 0 ? template : template.substring(0, Math.max(0, template.lastIndexOf('/', parameter)));
    }

    /**
     * Returns the literals and parameters.
     *
     * @return in their order
     */
    public List<Part> parts() {
        return parts;
    }

    /**
     * Returns the names of the parameters.
     *
     * @return in their order; a name may occur twice
     */
    public List<String> names() {
        return parts.stream().filter(Part::isParameter).map(Part::text).toList();
    }

    /**
     * Returns the parameters and their expressions.
     *
     * @return the expressions by name, in their order; empty for a parameter without one
     */
    public Map<String, String> expressions() {
        final Map<String, String> expressions = new LinkedHashMap<>();
        for (final Part part : parts) {
            if (part.isParameter()) {
                expressions.put(part.text(), part.expression() == null ? "" : part.expression());
            }
        }
        return expressions;
    }

    /**
     * Returns the segments.
     *
     * @return the first is empty if the template begins with a slash
     */
    public List<Segment> segments() {
        return segments;
    }

    /**
     * Returns the path without expressions.
     *
     * @return begins with a slash, and ends with one only if it is the root
     */
    public String text() {
        final StringBuilder text = new StringBuilder(source.startsWith("/") ? "" : "/");
        for (final Part part : parts) {
            text.append(part.isParameter() ? "{" + part.text() + "}" : part.text());
        }
        return text.length() > 1 && text.charAt(text.length() - 1) == '/'
                ? text.substring(0, text.length() - 1)
                : text.toString();
    }

    /**
     * Returns the path without expressions and names.
     *
     * @return the same for templates that differ in those only
     */
    public String shape() {
        return text().replaceAll("\\{[^}]*\\}", "{}");
    }

    @Override
    public String toString() {
        return source;
    }
}
