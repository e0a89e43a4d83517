package org.jzenith.security.jwt.internal.provider;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jzenith.core.internal.start.Authority;

/** The URL of an endpoint of an identity provider. */
public final class ProviderUrl {

    private ProviderUrl() {}

    /**
     * Reads a URL.
     *
     * @param text an absolute URL
     * @param allowHttp true to allow {@code http} for hosts other than this one
     * @return the URL
     * @throws IllegalArgumentException if it is not the URL of an endpoint; the message is a sentence
     */
    public static URI of(final String text, final boolean allowHttp) {
        final URI url;
        try {
            url = new URI(text.strip());
        } catch (final URISyntaxException e) {
            throw new IllegalArgumentException("It is not a URL.", e);
        }
        final Authority authority = Authority.of(url);
        if (authority == null || authority.userInfo() != null || url.getScheme() == null || url.getFragment() != null) {
            throw new IllegalArgumentException("It must have a scheme and a host, and neither a user nor a fragment.");
        }
        final String scheme = url.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("https") && !(scheme.equals("http") && (allowHttp || authority.isLoopback()))) {
            throw new IllegalArgumentException("It must start with https://.");
        }
        return Authority.ascii(url);
    }
}
