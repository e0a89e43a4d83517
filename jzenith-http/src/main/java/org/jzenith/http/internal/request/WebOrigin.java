package org.jzenith.http.internal.request;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.start.Authority;

/**
 * The origin of a page (RFC 6454), as browsers send it in {@code Origin}.
 *
 * @param scheme in lower case
 * @param authority host and port, of which the port is never the one that the scheme implies
 */
public record WebOrigin(String scheme, Authority authority) {

    /**
     * Reads an origin.
     *
     * @param text a scheme, a host and perhaps a port, in any case; the host may have characters beyond ASCII
     * @return null if it is not an origin
     */
    public static @Nullable WebOrigin of(final String text) {
        final URI uri;
        try {
            uri = new URI(text);
        } catch (final URISyntaxException e) {
            return null;
        }
        final Authority authority = Authority.of(uri);
        if (authority == null
                || authority.userInfo() != null
                || uri.getScheme() == null
                || !uri.getRawPath().isEmpty()
                || uri.getRawQuery() != null
                || uri.getRawFragment() != null) {
            return null;
        }
        final String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        return new WebOrigin(scheme, authority.port() == impliedPort(scheme) ? authority.withoutPort() : authority);
    }

    /**
     * Returns true for a page of the web.
     *
     * @return false for the pages of browser extensions and the like
     */
    public boolean isOfWeb() {
        return impliedPort(scheme) > 0;
    }

    /** Returns the origin as browsers send it. */
    @Override
    public String toString() {
        return scheme + "://" + authority;
    }

    private static int impliedPort(final String scheme) {
        return scheme.equals("https") ? 443 : scheme.equals("http") ? 80 : -1;
    }
}
