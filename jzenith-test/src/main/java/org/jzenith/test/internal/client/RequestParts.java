package org.jzenith.test.internal.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.util.Locale;
import java.util.Set;

/** Refuses what a test cannot send, with the remedy. */
public final class RequestParts {

    /** Headers that the JDK's client sets itself. */
    private static final Set<String> RESTRICTED = Set.of("connection", "content-length", "expect", "host", "upgrade");

    private RequestParts() {}

    /**
     * The address of a path.
     *
     * @param base without a slash at its end
     * @throws IllegalArgumentException if this is not a path
     */
    public static URI uri(final String base, final String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("The test requests '" + path + "', which is not a path of " + base
                    + ". A path must start with /, for example /user?limit=2.");
        }
        try {
            return new URI(base + path);
        } catch (final URISyntaxException e) {
            throw new IllegalArgumentException(
                    "The path '" + path + "' cannot be sent: " + e.getReason()
                            + (e.getIndex() < 0
                                    ? ""
                                    : ", from '" + path.substring(e.getIndex() - base.length()) + "' on")
                            + ". Escape it: write a blank as %20, and a percent sign as %25. URLEncoder.encode(value, UTF_8) escapes the "
                            + "value of a query parameter.",
                    e);
        }
    }

    public static void checkHeader(final String name, final String value) {
        try {
            HttpRequest.newBuilder().setHeader(name, value);
        } catch (final IllegalArgumentException e) {
            final String header = name.toLowerCase(Locale.ROOT);
            final String remedy = RESTRICTED.contains(header)
                    ? "The JDK's client sets it itself. To set it in tests, add the system property "
                            + "jdk.httpclient.allowRestrictedHeaders=" + header
                            + " to systemPropertyVariables of the Surefire plugin."
                    : "Use a name and a value that HTTP allows.";
            throw new IllegalArgumentException(
                    "The header '" + name + "' cannot be set to '" + value + "': " + e.getMessage() + ". " + remedy, e);
        }
    }
}
