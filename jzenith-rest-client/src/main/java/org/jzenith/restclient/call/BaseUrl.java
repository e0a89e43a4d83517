package org.jzenith.restclient.call;

import java.net.URI;
import java.util.List;
import org.jzenith.restclient.configuration.RestClientConfiguration;

/** The base URLs of a service. */
public final class BaseUrl {

    private BaseUrl() {}

    static List<URI> all(final RestClientConfiguration settings) {
        return settings.url().stream().map(BaseUrl::of).toList();
    }

    /**
     * Reads a base URL.
     *
     * @param text an absolute URL
     * @return a URL with scheme and host, without query
     * @throws IllegalArgumentException if it is none
     */
    public static URI of(final String text) {
        final URI url = URI.create(text.strip());
        final String scheme = String.valueOf(url.getScheme());
        if (!(scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https")) || url.getHost() == null) {
            throw new IllegalArgumentException("it is not absolute, with http or https and a host");
        }
        if (url.getRawQuery() != null || url.getRawFragment() != null || url.getRawUserInfo() != null) {
            throw new IllegalArgumentException("it has a query, a fragment or a user");
        }
        return url;
    }
}
