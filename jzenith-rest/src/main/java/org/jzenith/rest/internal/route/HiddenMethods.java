package org.jzenith.rest.internal.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds methods and locators that no request reaches, because other classes or methods take all their paths (Jakarta REST 3.1,
 * 3.7.2). Only what is certain is found: a path with regular expressions may have others than those that are taken.
 */
final class HiddenMethods<T> {

    /** Stands for the value of a parameter; no literal contains it. */
    private static final String VALUE = "\uE000";

    private final List<MethodTable.Entry<T>> entries;
    private final PathNode<T> root;

    private HiddenMethods(final List<MethodTable.Entry<T>> entries) {
        this.entries = entries;
        this.root = PathNode.of(new RouteOrder<>(entries).routes());
    }

    static <T> List<MethodTable.Hidden<T>> of(final List<MethodTable.Entry<T>> entries) {
        final HiddenMethods<T> table = new HiddenMethods<>(entries);
        final List<MethodTable.Hidden<T>> found = new ArrayList<>();
        for (final MethodTable.Entry<T> entry : entries) {
            final Route<T> taking = table.taking(entry);
            if (taking != null) {
                found.add(new MethodTable.Hidden<>(
                        entry.target(), table.first(taking), taking.isOfClass(), entry.template()));
            }
        }
        return found;
    }

    /** The other route that takes all paths of a method or locator; null if there is none. */
    private @Nullable Route<T> taking(final MethodTable.Entry<T> entry) {
        final PathPattern pattern = new PathPattern(entry.template());
        if (!pattern.isCompiled()) {
            return null;
        }
        final StringBuilder path = new StringBuilder();
        for (final String segment : pattern.segments()) {
            path.append('/').append(segment.equals(PathPattern.PARAMETER) ? VALUE : segment);
        }
        if (entry.httpMethods().isEmpty()) {
            path.append('/').append(VALUE); // methods may have the path of the locator itself
        }
        final MethodTable.Match<T> match = new MethodTable.Match<>(path.toString(), 0, path.length());
        root.search(match, 0);
        final Route<T> best = match.best();
        return best == null || !best.path().takesAnyValues() || has(best, entry.target()) ? null : best;
    }

    private static <T> boolean has(final Route<T> route, final T target) {
        final Map<String, Candidates<T>> methods = route.methods();
        return methods == null
                ? route.locator() != null && route.locator().target() == target
                : methods.values().stream().anyMatch(candidates -> candidates.has(target));
    }

    /** A method or locator of the route, or of its class. */
    private T first(final Route<T> route) {
        return entries.stream()
                .filter(entry -> route.isOfClass()
                        ? new PathPattern(entry.classTemplate())
                                .regex()
                                .equals(route.classPath().regex())
                        : has(route, entry.target()))
                .findFirst()
                .orElseThrow()
                .target();
    }
}
