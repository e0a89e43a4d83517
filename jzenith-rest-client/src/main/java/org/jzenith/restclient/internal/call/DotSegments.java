package org.jzenith.restclient.internal.call;

import java.util.regex.Pattern;

/** Finds segments that servers and proxies remove from a path (RFC 3986, 5.2.4), also with parameters and encoded dots. */
public final class DotSegments {

    private static final Pattern DOT_SEGMENT = Pattern.compile("/(?:\\.|%2[eE]){1,2}(?=[/;]|$)");

    private DotSegments() {}

    /**
     * Returns true if a path has such a segment.
     *
     * @param path encoded, without a query
     * @return true for example for {@code /a/%2e%2e/b}
     */
    public static boolean areIn(final CharSequence path) {
        return DOT_SEGMENT.matcher(path).find();
    }
}
