package org.jzenith.http.internal.admission;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Paths that the limits of requests in flight treat apart, each with what is below it. Immutable. */
final class ExemptPaths {

    private final List<String> prefixes;

    /** @param paths each with what is below it; without a slash at the end */
    ExemptPaths(final List<String> paths) {
        this.prefixes = List.copyOf(paths);
    }

    /** Contains no path that could mean another one, by an escape or a segment of dots. */
    boolean contain(final @Nullable String path) {
        return path != null
                && path.indexOf('%') < 0
                && !path.contains("/.")
                && prefixes.stream().anyMatch(prefix -> (path + "/").startsWith(prefix + "/"));
    }
}
