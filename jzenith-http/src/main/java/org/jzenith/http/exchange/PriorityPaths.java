package org.jzenith.http.exchange;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The paths that the adaptive limit neither counts nor refuses. Immutable. */
final class PriorityPaths {

    private final List<String> prefixes;

    /** @param paths each with what is below it; without a slash at the end */
    PriorityPaths(final List<String> paths) {
        this.prefixes = List.copyOf(paths);
    }

    /** A path that could mean another one, by an escape or a segment of dots, has no priority. */
    boolean contain(final @Nullable String path) {
        if (path == null) {
            return false;
        }
        for (final String prefix : prefixes) {
            if (path.startsWith(prefix)
                    && (path.length() == prefix.length() || path.charAt(prefix.length()) == '/')
                    && path.indexOf('%') < 0
                    && !path.contains("/.")) {
                return true;
            }
        }
        return false;
    }
}
