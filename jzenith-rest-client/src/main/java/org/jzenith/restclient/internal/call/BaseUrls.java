package org.jzenith.restclient.internal.call;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.start.Authority;

/**
 * The base URLs of a service. All calls use the same one until it cannot be reached; then they use the next. Safe for use by many
 * threads.
 */
public final class BaseUrls {

    private final List<Address> all;
    private final AtomicInteger current = new AtomicInteger();

    /**
     * An origin and the path of its API.
     *
     * @param host without brackets
     * @param path empty, or with a leading and without a trailing slash
     */
    record Address(boolean tls, String host, int port, String path) {

        private static Address of(final URI url) {
            final boolean tls = url.getScheme().equalsIgnoreCase("https");
            final Authority authority = Objects.requireNonNull(Authority.of(url), "an authority, which was checked");
            final String path = url.getRawPath() == null ? "" : url.getRawPath().replaceFirst("/+$", "");
            return new Address(tls, authority.host(), authority.portOf(url.getScheme()), path);
        }

        /**
         * Resolves a redirect; returns its path and query, or null if it leads to another scheme, host or port, or to a path that is
         * not below this one.
         */
        @Nullable
        String follow(final String uri, final String location) {
            final String base = scheme() + "://" + new Authority(null, host, port) + uri;
            // For these two, URI.resolve removes the last segment of the path, against RFC 3986, 5.2.2.
            final String reference = location.isEmpty()
                    ? base
                    : location.startsWith("?") ? base.split("\\?", 2)[0] + location : location;
            final URI to;
            try {
                to = URI.create(
                        Authority.ascii(URI.create(base).resolve(reference)).toASCIIString());
            } catch (final IllegalArgumentException e) {
                return null;
            }
            if (!scheme().equalsIgnoreCase(to.getScheme()) || Authority.of(to) == null) {
                return null;
            }
            final Address other = of(to);
            return other.port == port && other.host.equalsIgnoreCase(host) && isBelow(to.getRawPath())
                    ? (to.getRawPath().isEmpty() ? "/" : to.getRawPath())
                            + (to.getRawQuery() == null ? "" : "?" + to.getRawQuery())
                    : null;
        }

        private boolean isBelow(final String other) {
            return path.isEmpty() || ((other + "/").startsWith(path + "/") && !DotSegments.areIn(other));
        }

        private String scheme() {
            return tls ? "https" : "http";
        }
    }

    BaseUrls(final List<String> urls) {
        this.all = urls.stream().map(url -> Address.of(parse(url))).toList();
    }

    /**
     * Checks a base URL.
     *
     * @param text an absolute URL with scheme and host, without query
     * @throws IllegalArgumentException if it is none
     */
    public static void check(final String text) {
        parse(text);
    }

    /**
     * Checks the URL of a token endpoint, which may have a query (RFC 6749, 3.2).
     *
     * @param text an absolute URL with scheme and host
     * @throws IllegalArgumentException if it is none; its message has nothing of the query
     */
    public static void checkEndpoint(final String text) {
        try {
            new URI(text.strip());
        } catch (final URISyntaxException e) {
            throw new IllegalArgumentException("it is not a URL: " + e.getReason(), e);
        }
        parse(text.strip().replaceFirst("\\?[^#]*", ""));
    }

    /**
     * Returns the name of a URL in messages.
     *
     * @param url any text
     * @return the part before the query, which may be a secret
     */
    public static String withoutQuery(final String url) {
        return url.strip().split("[?#]", 2)[0];
    }

    @CanIgnoreReturnValue
    private static URI parse(final String text) {
        final URI url = URI.create(text.strip());
        final String scheme = String.valueOf(url.getScheme());
        if (!(scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https")) || Authority.of(url) == null) {
            throw new IllegalArgumentException("it must be absolute, with http or https and a host");
        }
        if (url.getRawQuery() != null || url.getRawFragment() != null || url.getRawUserInfo() != null) {
            throw new IllegalArgumentException("it must not have a query, a fragment or a user");
        }
        return url;
    }

    Address current() {
        return all.get(current.get());
    }

    /** Leaves a target that cannot be reached. */
    void leave(final Address target) {
        final int index = all.indexOf(target);
        current.compareAndSet(index, (index + 1) % all.size());
    }
}
