package org.jzenith.http.internal.request;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.start.Authority;
import org.jzenith.http.internal.vertx.VertxHttp;
import org.jzenith.http.request.Networks;

/** Applies the headers of a trusted proxy to a request: {@code Forwarded}, else {@code X-Forwarded-*}. */
public final class Forwarding {

    private static final String FORWARDED = "Forwarded";
    private static final String X_FOR = "X-Forwarded-For";
    private static final String X_HOST = "X-Forwarded-Host";

    private Forwarding() {}

    static RequestTarget apply(final RequestTarget direct, final HttpServerRequest incoming, final Networks proxies) {
        if (!isProxy(incoming, proxies)) {
            return direct;
        }
        final MultiMap headers = incoming.headers();
        if (isContradictory(headers)) {
            return direct;
        }
        final String forwarded = last(HeaderList.joined(headers, FORWARDED));
        final String scheme = forwarded == null
                ? last(HeaderList.joined(headers, "X-Forwarded-Proto"))
                : parameter(forwarded, "proto");
        final String text = forwarded == null ? last(HeaderList.joined(headers, X_HOST)) : parameter(forwarded, "host");
        final String host = text == null ? null : Authority.hostAndPort(text);
        return new RequestTarget(
                "https".equalsIgnoreCase(scheme) ? "https" : "http".equalsIgnoreCase(scheme) ? "http" : direct.scheme(),
                host == null ? direct.authority() : host,
                direct.pathAndQuery());
    }

    public static boolean isProxy(final HttpServerRequest incoming, final Networks proxies) {
        return proxies.contain(peer(incoming));
    }

    /** The address of the other end: that of the PROXY protocol if it names one. */
    private static String peer(final HttpServerRequest incoming) {
        final String host = VertxHttp.peerAddress(incoming);
        return host == null ? Networks.UNIX : host;
    }

    /** The address of the client: the last one named by a trusted proxy that is not a trusted proxy itself. */
    public static String clientAddress(final HttpServerRequest incoming, final Networks proxies) {
        final String remote = peer(incoming);
        if (proxies.isEmpty() || !proxies.contain(remote)) {
            return remote;
        }
        final String forwarded = HeaderList.joined(incoming.headers(), FORWARDED);
        final String list = forwarded == null ? HeaderList.joined(incoming.headers(), X_FOR) : forwarded;
        if (list == null || isContradictory(incoming.headers())) {
            return remote;
        }
        final String[] hops = list.split(",", -1);
        String client = remote;
        for (int i = hops.length - 1; i >= 0 && proxies.contain(client); i--) {
            final String hop = forwarded == null ? hops[i].strip() : parameter(hops[i], "for");
            if (hop == null || hop.isEmpty()) {
                break;
            }
            client = withoutPort(hop);
        }
        return client;
    }

    /**
     * A proxy that sets one kind of header passes on the other kind from its client; so with both kinds, neither
     * counts.
     */
    private static boolean isContradictory(final MultiMap headers) {
        return headers.contains(FORWARDED) && (headers.contains(X_HOST) || headers.contains(X_FOR));
    }

    private static String withoutPort(final String hop) {
        if (hop.startsWith("[")) {
            final int end = hop.indexOf(']');
            return end < 0 ? hop : hop.substring(1, end);
        }
        final int colon = hop.indexOf(':');
        return colon < 0 || hop.indexOf(':', colon + 1) >= 0 ? hop : hop.substring(0, colon);
    }

    private static @Nullable String last(final @Nullable String list) {
        return list == null ? null : list.substring(list.lastIndexOf(',') + 1).strip();
    }

    private static @Nullable String parameter(final String element, final String name) {
        for (final String pair : element.split(";", -1)) {
            final int equals = pair.indexOf('=');
            if (equals > 0 && pair.substring(0, equals).strip().equalsIgnoreCase(name)) {
                return HeaderList.unquoted(pair.substring(equals + 1));
            }
        }
        return null;
    }
}
