package org.jzenith.security.internal.enforcement;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.http.internal.request.PathPrefixes;
import org.jzenith.security.authorization.Access;

/**
 * The access to a path and all below it.
 *
 * @param path without a trailing slash, so that the root is empty
 * @param access those who may call it
 * @param listener name of the plugin with the listener; null for all listeners
 * @param forMountsOnly true if it does not decide about resource methods
 * @param origin the origin, for reports, for example {@code security.paths."/files"}
 */
public record PathAccess(
        String path, Access access, @Nullable String listener, boolean forMountsOnly, String origin) {

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
        return of("withPath", path, access, listener, false);
    }

    /**
     * Creates a rule of code that does not decide about resource methods.
     *
     * @param path begins with a slash
     * @param access those who may call it
     * @return the rule
     * @throws IllegalArgumentException if the path is not a path of a URL
     */
    public static PathAccess ofMounts(final String path, final Access access) {
        return of("withMount", path, access, null, true);
    }

    private static PathAccess of(
            final String method,
            final String path,
            final Access access,
            final @Nullable String listener,
            final boolean forMountsOnly) {
        final String checked = PathPrefixes.checked(path, "of a path rule");
        return new PathAccess(
                checked,
                access,
                listener,
                forMountsOnly,
                method + "(\"" + (checked.isEmpty() ? "/" : checked) + "\""
                        + (listener == null ? "" : ", \"" + listener + "\"") + ")");
    }

    /**
     * Compares the requests for which rules are.
     *
     * @param other another rule
     * @return true if both are for the same ones
     */
    public boolean isForSame(final PathAccess other) {
        return path.equals(other.path)
                && Objects.equals(listener, other.listener)
                && forMountsOnly == other.forMountsOnly;
    }

    boolean allows(final @Nullable Identity identity) {
        return access.allows(identity);
    }

    Decision decision() {
        return new Decision(access, origin);
    }
}
