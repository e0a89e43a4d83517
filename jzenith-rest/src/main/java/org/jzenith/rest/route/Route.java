package org.jzenith.rest.route;

import jakarta.ws.rs.core.MediaType;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.route.MethodTable.Method;
import org.jzenith.rest.route.MethodTable.Selection;

/**
 * What stands at one path template: resource methods, a sub-resource locator, or neither: then a resource class takes
 * the paths that begin so, though none of its methods does, and they are not found.
 */
final class Route<T> {

    /** Less is better; no two routes of a table have the same. */
    private final int rank;

    private final PathPattern path;
    private final PathPattern classPath;
    private final int[] places;
    private final @Nullable Pattern pattern;
    private final @Nullable MethodGroup<T> methods;
    private final @Nullable Selection<T> locator;

    Route(
            final int rank,
            final PathPattern path,
            final PathPattern classPath,
            final @Nullable MethodGroup<T> methods,
            final @Nullable Method<T> locator) {
        this.rank = rank;
        this.path = path;
        this.classPath = classPath;
        this.places = path.places();
        this.methods = methods;
        this.locator = locator == null
                ? null
                : new Selection<>(
                        locator.target(), MethodTable.parameterNames(locator.template()), MediaType.WILDCARD_TYPE);
        this.pattern = path.isCompiled() ? null : methods == null ? path.prefix() : Pattern.compile(path.regex());
    }

    int rank() {
        return rank;
    }

    PathPattern path() {
        return path;
    }

    PathPattern classPath() {
        return classPath;
    }

    @Nullable
    MethodGroup<T> methods() {
        return methods;
    }

    @Nullable
    Selection<T> locator() {
        return locator;
    }

    /** For each parameter the number of its segment if the path is compiled, and else of its group. */
    int[] places() {
        return places;
    }

    /** Null if the regular expression does not match. */
    @Nullable
    Matcher matcher(final String uri, final int start, final int end) {
        final Matcher matcher = Objects.requireNonNull(pattern).matcher(uri).region(Math.min(start + 1, end), end);
        return matcher.matches() ? matcher : null;
    }
}
