package org.jzenith.rest.internal.route;

import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.route.MethodTable.Selection;

/**
 * The resource methods, or the sub-resource locator, at one path template. A route with neither hides other routes: its
 * resource class takes all paths with that prefix, and none of its methods matches them.
 *
 * @param rank less is better; no two routes of a table have the same
 * @param pattern null if the path is compiled
 * @param classPattern null if the path of the class is compiled
 * @param methods by their HTTP methods; null if there are none
 */
record Route<T>(
        int rank,
        PathPattern path,
        PathPattern classPath,
        @Nullable Pattern pattern,
        @Nullable Pattern classPattern,
        @Nullable Map<String, Candidates<T>> methods,
        @Nullable Selection<T> locator) {

    /** Returns true if it has neither methods nor a locator. */
    boolean isOfClass() {
        return methods == null && locator == null;
    }

    static <T> Route<T> of(
            final int rank,
            final PathPattern path,
            final PathPattern classPath,
            final @Nullable Map<String, Candidates<T>> methods,
            final @Nullable Selection<T> locator) {
        return new Route<>(
                rank,
                path,
                classPath,
                path.isCompiled() ? null : path.pattern(methods == null),
                classPath.isCompiled() ? null : classPath.pattern(true),
                methods,
                locator);
    }
}
