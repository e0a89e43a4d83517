package org.jzenith.security.enforcement;

import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.http.request.PathPrefixes;
import org.jzenith.security.authorization.Access;

/**
 * The access to a path and all below it.
 *
 * @param path without a trailing slash, so that the root is empty
 * @param access those who may call it
 * @param listener name of the plugin with the listener; null for all listeners
 * @param origin for reports, for example {@code security.paths."/files"}
 */
public record PathAccess(
        String path, Access access, @Nullable String listener, String origin) {

    /**
     * Creates a rule of code.
     *
     * @param path begins with a slash
     * @param access those who may call it
     * @param listener name of the plugin with the listener; null for all listeners
     * @return the rule
     * @throws IllegalArgumentException if the path is not a path of a URL
     */
    public static PathAccess of(final String path, final Access access, final @Nullable String listener) {
        final String checked = PathPrefixes.checked(path, "of a path rule");
        return new PathAccess(
                checked,
                access,
                listener,
                "withPath(\"" + (checked.isEmpty() ? "/" : checked) + "\""
                        + (listener == null ? "" : ", \"" + listener + "\"") + ")");
    }

    boolean allows(final @Nullable Identity identity) {
        return access.allows(identity);
    }

    Decision decision() {
        return new Decision(access, origin);
    }
}
