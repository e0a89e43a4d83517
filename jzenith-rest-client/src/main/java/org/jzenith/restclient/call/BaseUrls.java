package org.jzenith.restclient.call;

import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The base URLs of a service. All calls use the same one until it cannot be reached; then they use the next. Safe for use by many
 * threads.
 */
final class BaseUrls {

    private final List<Address> all;
    private final AtomicInteger current = new AtomicInteger();

    /**
     * An origin and the path of its API.
     *
     * @param host without brackets
     * @param path empty, or with a leading and without a trailing slash
     */
    record Address(boolean tls, String host, int port, String path) {

        static Address of(final URI url) {
            final boolean tls = url.getScheme().equalsIgnoreCase("https");
            final String host = url.getHost();
            final int port = url.getPort() >= 0 ? url.getPort() : tls ? 443 : 80;
            final String path = url.getRawPath() == null ? "" : url.getRawPath().replaceFirst("/+$", "");
            return new Address(tls, host.startsWith("[") ? host.substring(1, host.length() - 1) : host, port, path);
        }

        /** Returns true if a URL has the same scheme, host and port. */
        boolean isOriginOf(final URI url) {
            if (url.getScheme() == null || url.getHost() == null) {
                return false;
            }
            final Address other = of(url);
            return other.tls == tls && other.port == port && other.host.equalsIgnoreCase(host);
        }
    }

    BaseUrls(final List<URI> urls) {
        this.all = urls.stream().map(Address::of).toList();
    }

    Address current() {
        return all.get(current.get());
    }

    /** Leaves a target that cannot be reached; false if there is no other. */
    boolean leave(final Address target) {
        final int index = all.indexOf(target);
        current.compareAndSet(index, (index + 1) % all.size());
        return all.size() > 1;
    }
}
