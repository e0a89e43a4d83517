package org.jzenith.websocket;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.internal.request.CookiePair;
import org.jzenith.http.internal.request.QueryString;

/** The request that opens a WebSocket. Immutable and safe for use by many threads. */
public final class Handshake {

    private final String route;
    private final Map<String, String> pathParameters;
    private final String target;
    private final MultiMap headers;
    private final String path;
    private final String clientAddress;
    private final RequestContext context;
    private final @Nullable String subprotocol;
    private final List<X509Certificate> clientCertificates;
    private final @Nullable Principal principal;

    Handshake(
            final String route,
            final Map<String, String> pathParameters,
            final Exchange exchange,
            final @Nullable String subprotocol) {
        this.route = route;
        this.pathParameters = pathParameters;
        this.target = exchange.request().pathAndQuery();
        this.headers = exchange.request().headers();
        this.path = exchange.request().path();
        this.clientAddress = exchange.request().clientAddress();
        this.context = exchange.context();
        this.subprotocol = subprotocol;
        this.clientCertificates = exchange.request().clientCertificates();
        final Principal named = exchange.request().principal();
        this.principal = named != null || clientCertificates.isEmpty()
                ? named
                : clientCertificates.get(0).getSubjectX500Principal();
    }

    /**
     * Returns the path with the names of its parameters.
     *
     * @return a value such as {@code /chat/{room}}
     */
    public String route() {
        return route;
    }

    /**
     * Returns a path parameter.
     *
     * @param name the name in the plugin's path
     * @return the decoded value
     * @throws IllegalArgumentException if the path has no parameter of the name
     */
    public String pathParameter(final String name) {
        final String value = pathParameters.get(name);
        if (value == null) {
            throw new IllegalArgumentException("The path " + route + " has no parameter '" + name + "'.");
        }
        return value;
    }

    /**
     * Returns a query parameter.
     *
     * @param name the decoded name
     * @return the first value, decoded
     */
    public Optional<String> queryParameter(final String name) {
        return Optional.ofNullable(QueryString.value(target, name));
    }

    /**
     * Returns a header.
     *
     * @param name the name; case is ignored
     * @return the first value
     */
    public Optional<String> header(final String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /**
     * Returns all headers.
     *
     * @return headers that must not be changed
     */
    public MultiMap headers() {
        return headers;
    }

    /**
     * Returns a cookie.
     *
     * @param name the name, case-sensitive
     * @return its value; if there are several, the first, which has the longest path
     */
    public Optional<String> cookie(final String name) {
        return Optional.ofNullable(CookiePair.value(headers.getAll(HttpHeaders.COOKIE), name));
    }

    /**
     * Returns the principal of the client. It comes from a guard of the listener, otherwise from the subject of the client certificate.
     *
     * @return empty if the client is unknown
     */
    public Optional<Principal> principal() {
        return Optional.ofNullable(principal);
    }

    /**
     * Returns the client certificate and its chain, as verified by TLS.
     *
     * @return the client certificate, followed by its CA certificates; empty if the client has sent none
     */
    public List<X509Certificate> clientCertificates() {
        return clientCertificates;
    }

    /**
     * Returns the path without the query.
     *
     * @return the value that the client has sent
     */
    public String path() {
        return path;
    }

    /**
     * Returns the address of the client; behind trusted proxies, the address that they report.
     *
     * @return an IP address
     */
    public String clientAddress() {
        return clientAddress;
    }

    /**
     * Returns the negotiated sub-protocol: the first in the client's list that the plugin supports.
     *
     * @return empty for none
     */
    public Optional<String> subprotocol() {
        return Optional.ofNullable(subprotocol);
    }

    /**
     * Returns the context of the request. It stays current for all work on the WebSocket, and has the id of the request.
     *
     * @return a context that ends with the WebSocket
     */
    public RequestContext context() {
        return context;
    }
}
