package org.jzenith.security.oidc;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The path to which a browser returns after its login. It never leaves this application: there is no open redirect. */
final class ReturnPath {

    static final String DEFAULT = "/";

    private static final int MOST = 1024;
    private static final char FIRST_VISIBLE = 0x21;
    private static final char LAST_VISIBLE = 0x7e;

    private ReturnPath() {}

    /** Returns a path, or {@link #DEFAULT} for what is not a local path. */
    static String of(final @Nullable String asked) {
        return asked != null && isLocal(asked) ? asked : DEFAULT;
    }

    private static boolean isLocal(final String path) {
        if (path.length() > MOST || !beginsWithOneSlash(path)) {
            return false;
        }
        for (int i = 0; i < path.length(); i++) {
            final char c = path.charAt(i);
            // Browsers drop tabs and line feeds, and read a backslash as a slash.
            if (c < FIRST_VISIBLE || c > LAST_VISIBLE || c == '\\') {
                return false;
            }
        }
        try {
            return beginsWithOneSlash(URLDecoder.decode(path, StandardCharsets.UTF_8));
        } catch (final IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean beginsWithOneSlash(final String path) {
        if (!path.startsWith("/")) {
            return false;
        }
        if (path.length() == 1) {
            return true;
        }
        final char second = path.charAt(1);
        return second != '/' && second != '\\' && second > ' ';
    }
}
