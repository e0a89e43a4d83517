package org.jzenith.rest.internal.route;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A node of the tree of routes, one segment deep. */
final class PathNode<T> {

    private final Map<String, PathNode<T>> literals = new HashMap<>();

    private final @Nullable PathNode<T> parameter;

    /** The route of a path that ends here. */
    private final @Nullable Route<T> exact;

    /** The route of a path that ends here or goes on. */
    private final @Nullable Route<T> prefix;

    /** The routes to match by regular expression at this node, best first. */
    private final List<Route<T>> patterns;

    /** The best rank here and below. */
    private final int best;

    private PathNode(final Builder<T> made) {
        made.literals.forEach((text, child) -> literals.put(text, new PathNode<>(child)));
        this.parameter = made.parameter == null ? null : new PathNode<>(made.parameter);
        this.exact = made.exact;
        this.prefix = made.prefix;
        this.patterns = made.patterns.stream()
                .sorted(Comparator.comparingInt(Route::rank))
                .toList();
        int least = parameter == null ? Integer.MAX_VALUE : parameter.best;
        for (final PathNode<T> child : literals.values()) {
            least = Math.min(least, child.best);
        }
        for (final Route<T> pattern : patterns) {
            least = Math.min(least, pattern.rank());
        }
        this.best = Math.min(least, Math.min(rank(exact), rank(prefix)));
    }

    static <T> PathNode<T> of(final List<Route<T>> routes) {
        final Builder<T> root = new Builder<>();
        routes.forEach(root::add);
        return new PathNode<>(root);
    }

    private static int rank(final @Nullable Route<?> route) {
        return route == null ? Integer.MAX_VALUE : route.rank();
    }

    /**
     * Finds the best route. A literal segment is tried first, since it mostly leads to the best; the ranks decide.
     *
     * @param slash the index of the slash before the next segment, or the end of the path
     */
    void search(final MethodTable.Match<T> match, final int slash) {
        if (best >= match.rank()) {
            return;
        }
        if (prefix != null) {
            match.offer(prefix, null);
        }
        if (slash == match.end() && exact != null) {
            match.offer(exact, null);
        }
        if (slash < match.end()) {
            searchChildren(match, slash);
        }
        searchPatterns(match);
    }

    private void searchChildren(final MethodTable.Match<T> match, final int slash) {
        final String path = match.path();
        final int begin = slash + 1;
        final int next = endOfSegment(path, begin, match.end());
        final PathNode<T> literal = literals.isEmpty() ? null : literals.get(path.substring(begin, next));
        if (literal != null) {
            literal.search(match, next);
        }
        if (parameter != null && begin < next) {
            parameter.search(match, next);
        }
    }

    /** Last, as they cost most: only those are tried that would beat what was found. */
    private void searchPatterns(final MethodTable.Match<T> match) {
        for (int i = 0; i < patterns.size() && patterns.get(i).rank() < match.rank(); i++) {
            final Pattern pattern = Objects.requireNonNull(patterns.get(i).pattern());
            final Matcher matcher = PathPattern.match(pattern, match.path(), match.start(), match.end());
            if (matcher != null) {
                match.offer(patterns.get(i), matcher);
            }
        }
    }

    static int endOfSegment(final String path, final int begin, final int end) {
        int at = begin;
        while (at < end && path.charAt(at) != '/') {
            at++;
        }
        return at;
    }

    private static final class Builder<T> {

        private final Map<String, Builder<T>> literals = new HashMap<>();
        private final List<Route<T>> patterns = new ArrayList<>();
        private @Nullable Builder<T> parameter;
        private @Nullable Route<T> exact;
        private @Nullable Route<T> prefix;

        /** Adds a route. Of two routes at one place, the one of lower rank stays. */
        void add(final Route<T> route) {
            Builder<T> node = this;
            for (final String segment : route.path().segments()) {
                node = node.child(segment);
            }
            if (!route.path().isCompiled()) {
                node.patterns.add(route);
            } else if (route.methods() == null) {
                node.prefix = rank(node.prefix) < route.rank() ? node.prefix : route;
            } else {
                node.exact = rank(node.exact) < route.rank() ? node.exact : route;
            }
        }

        private Builder<T> child(final String segment) {
            if (!segment.equals(PathPattern.PARAMETER)) {
                return literals.computeIfAbsent(segment, missing -> new Builder<>());
            }
            if (parameter == null) {
                parameter = new Builder<>();
            }
            return parameter;
        }
    }
}
