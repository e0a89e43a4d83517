package org.jzenith.http.handler;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.request.CookiePair;
import org.jzenith.http.internal.request.Forwarding;
import org.jzenith.http.internal.request.HeaderList;
import org.jzenith.http.internal.request.RequestOrigin;
import org.jzenith.http.internal.request.RequestTarget;
import org.jzenith.http.internal.response.ResponsePolicy;
import org.jzenith.http.internal.server.HttpListener;
import org.jzenith.http.internal.vertx.VertxHeaders;
import org.jzenith.http.internal.vertx.VertxHttp;
import org.jzenith.http.request.Networks;

/**
 * A request's head and client, without the {@linkplain Exchange#body() body}. Used on the event loop of the request,
 * except where a method says otherwise.
 */
public final class ServerRequest {

    private static final Pattern MATRIX_PARAMETERS = Pattern.compile(";[^/]*");

    private final HttpServerRequest incoming;
    private final RequestSettings settings;
    private final HttpListener.Tls tls;
    private final int headerFlags;
    private @Nullable RequestTarget target;
    private @Nullable Principal principal;

    /** Null until the target is read. */
    private @Nullable String sentTarget;

    private String basePath;

    ServerRequest(final HttpServerRequest incoming, final RequestSettings settings, final HttpListener.Tls tls) {
        this.incoming = incoming;
        this.settings = settings;
        this.tls = tls;
        this.basePath = settings.basePath();
        this.headerFlags = VertxHeaders.flags(incoming.headers());
    }

    /**
     * Returns the name of the plugin whose listener has received the request.
     *
     * @return for example {@code rest.admin}
     */
    public String listener() {
        return settings.plugin();
    }

    /**
     * Returns the HTTP method.
     *
     * @return a value such as {@code GET}
     */
    public HttpMethod method() {
        return incoming.method();
    }

    /**
     * Returns the headers as the client sent them.
     *
     * @return the headers; do not change them
     */
    public MultiMap headers() {
        return incoming.headers();
    }

    /**
     * Returns true if a list header contains a token.
     *
     * @param header a name, for example {@code Connection}
     * @param token the token, compared case-insensitively
     * @return false if the request does not have this header
     */
    public boolean hasToken(final String header, final String token) {
        return HeaderList.elements(headers().getAll(header)).stream().anyMatch(token::equalsIgnoreCase);
    }

    /**
     * Returns true if one of {@code Host}, {@code Accept}, {@code Accept-Language}, {@code Content-Language}, {@code Content-Type} and
     * {@code Cookie} occurs several times.
     *
     * @return false for most requests
     */
    public boolean mayRepeatHeaders() {
        return (headerFlags & VertxHeaders.Flag.REPEATED) != 0;
    }

    /**
     * Returns true if the client has sent {@code Accept}, {@code Accept-Language}, {@code Content-Language}, {@code Content-Type}
     * or {@code Cookie}.
     *
     * @return false if the request has none of these headers
     */
    public boolean hasDescribingHeaders() {
        return (headerFlags & VertxHeaders.Flag.DESCRIBES) != 0;
    }

    /**
     * Returns the scheme of the request, as seen by the server or reported by a trusted proxy.
     *
     * @return {@code http} or {@code https}
     */
    public String scheme() {
        return target().scheme();
    }

    /**
     * Returns the host and port to which the client has sent the request.
     *
     * @return the host, with a port if the client sent one
     */
    public String authority() {
        return target().authority();
    }

    /**
     * Returns the path of the request with base path and query.
     *
     * @return the checked path and query; the path is normalised, without dot segments and unnecessary escapes, and
     *     with upper-case escapes
     */
    public String pathAndQuery() {
        return target().pathAndQuery();
    }

    /**
     * Returns the path with the base path and without query.
     *
     * @return the checked and normalised path; it includes matrix parameters, as in {@code /admin;a=b/users}
     */
    public String path() {
        final String path = pathAndQuery();
        final int query = path.indexOf('?');
        return query < 0 ? path : path.substring(0, query);
    }

    /**
     * Returns the path without matrix parameters, which is matched with resources: {@code /admin/users} for {@code /admin;a=b/users}. A
     * {@link ListenerGuard} that decides by the path must use this method.
     *
     * @return {@link #path} without all text between a semicolon and the next slash
     */
    public String pathWithoutParameters() {
        return MATRIX_PARAMETERS.matcher(path()).replaceAll("");
    }

    /**
     * Returns the prefix of all paths that the handler serves.
     *
     * @return the prefix without a trailing slash, so that the root is empty
     */
    public String basePath() {
        return basePath;
    }

    /**
     * Returns the path without the base path and without query.
     *
     * @return the checked and normalised path; empty if the request is for the base path itself
     */
    public String relativePath() {
        return path().substring(basePath().length());
    }

    /**
     * Returns the path as the client has sent it, for problems and reports. May be called on any thread.
     *
     * @return null if the request has no path that can be shown
     */
    public @Nullable String displayPath() {
        return RequestTarget.displayPath(incoming);
    }

    /**
     * Returns the address of the client, as reported by trusted proxies. Without them, it is the peer's address.
     *
     * @return an IP address
     */
    public String clientAddress() {
        return Forwarding.clientAddress(incoming, settings.proxies());
    }

    /**
     * Returns the network of the client, which counts as one client.
     *
     * @return an IPv4 address, or the first 64 bits of an IPv6 address
     */
    public String clientNetwork() {
        return Networks.networkOf(clientAddress());
    }

    /**
     * Returns the client's certificates, which TLS has verified. May be called on any thread.
     *
     * @return the client's own certificate, then those of its authorities; empty if the client has sent none
     */
    public List<X509Certificate> clientCertificates() {
        final SSLSession session = tls == HttpListener.Tls.WITH_CLIENT_CERTIFICATES
                ? incoming.connection().sslSession()
                : null;
        if (session == null) {
            return List.of();
        }
        try {
            return Arrays.stream(session.getPeerCertificates())
                    .map(X509Certificate.class::cast)
                    .toList();
        } catch (final SSLPeerUnverifiedException e) {
            return List.of(); // it has sent none
        }
    }

    /**
     * Returns the subject of the client certificate. Either this server has verified the certificate, or a load balancer that forwards
     * unencrypted connections with the PROXY protocol. May be called on any thread.
     *
     * @return the subject; only its common name with the PROXY protocol; null if the client sent no certificate
     */
    public @Nullable X500Principal clientSubject() {
        if (tls == HttpListener.Tls.BY_PROXY) {
            final HttpListener.ProxiedTls proxied = proxiedTls();
            return proxied == null ? null : proxied.subject();
        }
        final List<X509Certificate> certificates = clientCertificates();
        return certificates.isEmpty() ? null : certificates.get(0).getSubjectX500Principal();
    }

    /**
     * Returns a cookie.
     *
     * @param name the case-sensitive name
     * @return the value; if there are several cookies of this name, the first one, which has the longest path; null if
     *     there is none
     */
    public @Nullable String cookie(final String name) {
        return CookiePair.value(headers().getAll(HttpHeaders.COOKIE), name);
    }

    /**
     * Returns true if a browser reports that a page of another origin has sent the request, and {@code rest.cors.origins} does not name
     * that origin. An asterisk does not name an origin.
     *
     * @return false for a request without {@code Sec-Fetch-Site} and {@code Origin}
     */
    public boolean isOfOtherOrigin() {
        final ResponsePolicy policy = settings.responsePolicy();
        return RequestOrigin.of(headers(), List.of(scheme() + "://" + authority())) == RequestOrigin.OTHER
                && (policy == null || !policy.namesOrigin(headers()));
    }

    /**
     * Returns the user set by a {@link ListenerGuard}.
     *
     * @return null if no guard has set a principal
     */
    public @Nullable Principal principal() {
        return principal;
    }

    /** Sets the principal, before the handler is called. */
    void setPrincipal(final Principal named) {
        principal = named;
    }

    private HttpListener.@Nullable ProxiedTls proxiedTls() {
        return HttpListener.ProxiedTls.of(VertxHttp.channelOf(incoming.connection()));
    }

    /** Returns true if the client's connection uses TLS, to this server or to a load balancer with the PROXY protocol. */
    boolean isOverTls() {
        return switch (tls) {
            case OFF -> false;
            case BY_PROXY -> proxiedTls() != null;
            case SERVER_ONLY, WITH_CLIENT_CERTIFICATES -> true;
        };
    }

    /** Returns Vert.x's request. */
    HttpServerRequest incoming() {
        return incoming;
    }

    /** Returns true if the peer of the connection is a trusted proxy. */
    boolean isFromProxy() {
        return Forwarding.isProxy(incoming, settings.proxies());
    }

    /** Returns the target, with the scheme and host that a trusted proxy reports. */
    RequestTarget readTarget() {
        final RequestTarget read = RequestTarget.of(
                incoming, isOverTls(), mayRepeatHeaders(), settings.maxRequestLine(), settings.proxies());
        sentTarget = incoming.uri();
        return read;
    }

    /**
     * Sets the base path and the target below it. The base path belongs to the listener's own handler or a mount; it is empty while
     * guards decide.
     */
    void setTarget(final String path, final @Nullable RequestTarget below) {
        basePath = path;
        target = below;
    }

    /** Returns path and query as handlers see them. If they are malformed or not parsed yet, returns them as they were sent. */
    @Nullable
    String normalizedTarget() {
        return target == null ? RequestTarget.sentTarget(incoming) : target.pathAndQuery();
    }

    /** Returns path and query as the client sent them; null if they could not be read. */
    @Nullable
    String sentTarget() {
        return sentTarget == null ? RequestTarget.sentTarget(incoming) : sentTarget;
    }

    RequestTarget target() {
        if (target == null) {
            throw new IllegalStateException("The request has no target yet.");
        }
        return target;
    }
}
