package org.jzenith.rest.invoke;

import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.UriBuilder;
import java.net.URI;
import java.util.List;
import org.jboss.resteasy.specimpl.ResteasyUriInfo;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.exchange.Exchange;

/**
 * The URI of a request. Absolute URIs are created on first use, which most requests never need. What RESTEasy creates
 * on first use is created under the monitor, because several threads may work for one request.
 */
final class RequestUri extends ResteasyUriInfo {

    private final Exchange exchange;
    private volatile @Nullable URI requestUri;
    private volatile @Nullable URI absolutePath;
    private volatile @Nullable URI baseUri;
    private volatile boolean replaced;

    RequestUri(final Exchange exchange) {
        super(exchange.pathAndQuery(), exchange.basePath());
        this.exchange = exchange;
    }

    @Override
    public void setUri(final URI base, final URI relative) {
        super.setUri(base, relative);
        replaced = true;
    }

    /** Whether a filter has put another URI in place of that of the client. */
    boolean isReplaced() {
        return replaced;
    }

    @Override
    public URI getRequestUri() {
        if (replaced) {
            return super.getRequestUri();
        }
        URI made = requestUri;
        if (made == null) {
            made = URI.create(origin() + exchange.pathAndQuery());
            requestUri = made;
        }
        return made;
    }

    @Override
    public URI getAbsolutePath() {
        if (replaced) {
            return super.getAbsolutePath();
        }
        URI made = absolutePath;
        if (made == null) {
            made = exchange.pathAndQuery().indexOf('?') < 0 ? getRequestUri() : URI.create(origin() + exchange.path());
            absolutePath = made;
        }
        return made;
    }

    @Override
    public URI getBaseUri() {
        if (replaced) {
            return super.getBaseUri();
        }
        URI made = baseUri;
        if (made == null) {
            made = URI.create(origin() + exchange.basePath() + "/");
            baseUri = made;
        }
        return made;
    }

    @Override
    public UriBuilder getRequestUriBuilder() {
        return UriBuilder.fromUri(getRequestUri());
    }

    @Override
    public UriBuilder getAbsolutePathBuilder() {
        return UriBuilder.fromUri(getAbsolutePath());
    }

    @Override
    public UriBuilder getBaseUriBuilder() {
        return UriBuilder.fromUri(getBaseUri());
    }

    @Override
    public synchronized MultivaluedMap<String, String> getQueryParameters() {
        return super.getQueryParameters();
    }

    @Override
    protected synchronized MultivaluedMap<String, String> getEncodedQueryParameters() {
        return super.getEncodedQueryParameters();
    }

    @Override
    public synchronized MultivaluedMap<String, String> getPathParameters() {
        return super.getPathParameters();
    }

    @Override
    public synchronized MultivaluedMap<String, String> getPathParameters(final boolean decode) {
        return super.getPathParameters(decode);
    }

    @Override
    public synchronized List<String> getMatchedURIs(final boolean decode) {
        return super.getMatchedURIs(decode);
    }

    private String origin() {
        return exchange.scheme() + "://" + exchange.authority();
    }
}
