package org.jzenith.javascript.internal.api;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.javascript.script.ScriptErrorException;

/**
 * A request of {@code fetch}.
 *
 * @param options method, address and headers
 * @param url the address, for the response
 * @param body null for none
 */
record FetchRequest(
        RequestOptions options, String url, @Nullable Buffer body) {

    private static final Map<String, Integer> PORTS = Map.of("http", 80, "https", 443);

    /** The headers that the client sets itself. */
    private static final Set<String> OWN_HEADERS =
            Set.of("host", "connection", "content-length", "transfer-encoding", "upgrade", "te", "trailer", "expect");

    /**
     * Checks a request.
     *
     * @param hosts the hosts that it may have, with a port unless it is that of the scheme
     * @throws ScriptErrorException if the address is wrong or its host is not allowed
     */
    static FetchRequest of(
            final List<String> hosts,
            final String method,
            final String url,
            final Map<String, String> headers,
            final @Nullable Buffer body) {
        final URI address = address(url);
        final String host = address.getHost().toLowerCase(Locale.ROOT);
        final int usual = Objects.requireNonNull(PORTS.get(address.getScheme().toLowerCase(Locale.ROOT)));
        final int port = address.getPort() < 0 ? usual : address.getPort();
        final String name = port == usual ? host : host + ":" + port;
        if (hosts.stream().noneMatch(name::equalsIgnoreCase)) {
            throw error("fetch(..) is not allowed to call " + name + ". Add this host to javascript.fetch-hosts.");
        }
        final String path = address.getRawPath().isEmpty() ? "/" : address.getRawPath();
        final RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.valueOf(method))
                .setSsl(usual == 443)
                .setHost(host)
                .setPort(port)
                .setURI(address.getRawQuery() == null ? path : path + "?" + address.getRawQuery());
        headers.forEach((header, value) -> {
            if (!OWN_HEADERS.contains(header.toLowerCase(Locale.ROOT))) {
                options.putHeader(header, value);
            }
        });
        return new FetchRequest(options, url, body);
    }

    private static URI address(final String url) {
        final URI address;
        try {
            address = new URI(url);
        } catch (final URISyntaxException e) {
            throw error("The URL of fetch(..) is not valid: " + e.getMessage() + ".");
        }
        if (address.getScheme() == null
                || !PORTS.containsKey(address.getScheme().toLowerCase(Locale.ROOT))
                || address.getHost() == null
                || address.getRawUserInfo() != null) {
            throw error("The URL of fetch(..) must start with http:// or https:// and a host, and must not contain a "
                    + "user.");
        }
        return address;
    }

    private static ScriptErrorException error(final String message) {
        return new ScriptErrorException("TypeError", message, Map.of());
    }
}
