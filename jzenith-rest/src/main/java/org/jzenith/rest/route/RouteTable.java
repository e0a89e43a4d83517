package org.jzenith.rest.route;

import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Paths with parameters, such as {@code /users/{id}/orders}, as a prefix tree over their segments. The time that a match
 * takes depends on the number of segments of the path, not on the number of routes; a path that does not match makes no
 * objects. Where a literal segment and a parameter fit, the literal one is tried first. Immutable and safe for use by many
 * threads.
 *
 * @param <T> what stands at a path
 */
public final class RouteTable<T> {

    /**
     * What stands at a path.
     *
     * @param target as it was added
     * @param values the texts of the parameters, in order, as they stand in the path
     * @param <T> what stands at a path
     */
    @SuppressWarnings("ArrayRecordComponent") // one for each request, never compared
    public record Match<T>(T target, String[] values) {}

    private final RouteNode<T> root;

    private RouteTable(final RouteNode<T> root) {
        this.root = root;
    }

    /**
     * Makes a table.
     *
     * @param routes for each template what stands there. A template begins with a slash; a segment is a literal, or {@code
     *     {name}} for a parameter of at least one character
     * @param <T> what stands at a path
     * @return a new table
     * @throws IllegalArgumentException if two templates match the same paths
     */
    public static <T> RouteTable<T> of(final Map<String, T> routes) {
        final RouteNode.Builder<T> root = new RouteNode.Builder<>();
        routes.forEach(root::add);
        return new RouteTable<>(root.build());
    }

    /**
     * Looks for what stands at a path.
     *
     * @param uri holds the path
     * @param end where the path ends in it; it begins at 0
     * @return null if nothing stands there
     */
    public @Nullable Match<T> match(final String uri, final int end) {
        return end > 0 && uri.charAt(0) == '/' ? match(root, uri, 0, end, 0) : null;
    }

    /** The slash before the next segment is at {@code slash}; so many parameters have been found before it. */
    private static <T> @Nullable Match<T> match(
            final RouteNode<T> node, final String uri, final int slash, final int end, final int found) {
        if (slash == end) {
            final T target = node.target();
            return target == null ? null : new Match<>(target, new String[found]);
        }
        final int begin = slash + 1;
        final int next = endOfSegment(uri, begin, end);
        final RouteNode<T> literal = node.literal(uri, begin, next);
        if (literal != null) {
            final Match<T> match = match(literal, uri, next, end, found);
            if (match != null) {
                return match;
            }
        }
        final RouteNode<T> parameter = node.parameter();
        if (parameter == null || begin == next) {
            return null;
        }
        final Match<T> match = match(parameter, uri, next, end, found + 1);
        if (match != null) {
            match.values()[found] = uri.substring(begin, next);
        }
        return match;
    }

    private static int endOfSegment(final String uri, final int begin, final int end) {
        int at = begin;
        while (at < end && uri.charAt(at) != '/') {
            at++;
        }
        return at;
    }

    /**
     * All that stands in the table.
     *
     * @param action is given each of them, in no order
     */
    public void forEach(final Consumer<? super T> action) {
        root.forEach(action);
    }
}
