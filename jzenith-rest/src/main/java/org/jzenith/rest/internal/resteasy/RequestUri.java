package org.jzenith.rest.internal.resteasy;

import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.PathSegment;
import jakarta.ws.rs.core.UriBuilder;
import java.net.URI;
import java.util.List;
import java.util.function.Consumer;
import org.jboss.resteasy.specimpl.ResteasyUriInfo;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.handler.Exchange;

/**
 * The URI of a request. Its absolute URIs, path segments and matches are created on first use. Those that RESTEasy
 * computes are created under the monitor, because several threads may work for one request.
 */
public final class RequestUri extends ResteasyUriInfo {

    private final RoutedRequest routed;
    private final Exchange exchange;
    private boolean parsed;
    private boolean described;
    private volatile boolean replaced;

    RequestUri(final RoutedRequest routed) {
        super("", "");
        this.routed = routed;
        this.exchange = routed.exchange();
    }

    /** Called by the constructor of RESTEasy, which splits the path at once. */
    @Override
    protected void initialize(final String uri, final String basePath, final @Nullable InitData known) {}

    private synchronized void parse() {
        if (!parsed) {
            parsed = true;
            super.initialize(
                    exchange.request().pathAndQuery(),
                    exchange.request().basePath(),
                    new InitData(
                            exchange.request().pathAndQuery(),
                            exchange.request().basePath()));
        }
    }

    private synchronized void describe() {
        if (!described) {
            described = true;
            routed.call().describe(this);
        }
    }

    /** Adds a match, unless nobody has looked yet: then all matches are added at the first look. */
    public synchronized void matched(final Consumer<ResteasyUriInfo> description) {
        if (described) {
            description.accept(this);
        }
    }

    /** Records the object whose method is called. */
    public synchronized void found(final Object resource) {
        if (described) {
            pushCurrentResource(resource);
        }
    }

    @Override
    public synchronized void setUri(final URI base, final URI relative) {
        super.setUri(base, relative);
        parsed = true;
        replaced = true;
    }

    /** Returns true if a filter has replaced the client's URI. */
    public boolean isReplaced() {
        return replaced;
    }

    @Override
    public URI getRequestUri() {
        return replaced
                ? super.getRequestUri()
                : URI.create(origin() + exchange.request().pathAndQuery());
    }

    @Override
    public URI getAbsolutePath() {
        return replaced
                ? super.getAbsolutePath()
                : URI.create(origin() + exchange.request().path());
    }

    @Override
    public URI getBaseUri() {
        return replaced
                ? super.getBaseUri()
                : URI.create(origin() + exchange.request().basePath() + "/");
    }

    @Override
    public String getContextPath() {
        return exchange.request().basePath();
    }

    @Override
    public String getMatchingPath() {
        parse();
        return super.getMatchingPath();
    }

    @Override
    public String getPath() {
        final String path = exchange.request().path();
        final int start = exchange.request().basePath().length();
        if (!replaced && path.startsWith("/", start) && path.indexOf('%') < 0) {
            return path.substring(start);
        }
        parse();
        return super.getPath();
    }

    @Override
    public String getPath(final boolean decode) {
        parse();
        return super.getPath(decode);
    }

    @Override
    public List<PathSegment> getPathSegments() {
        parse();
        return super.getPathSegments();
    }

    @Override
    public List<PathSegment> getPathSegments(final boolean decode) {
        parse();
        return super.getPathSegments(decode);
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
        describe();
        return super.getPathParameters();
    }

    @Override
    public synchronized MultivaluedMap<String, String> getPathParameters(final boolean decode) {
        describe();
        return super.getPathParameters(decode);
    }

    @Override
    public synchronized MultivaluedMap<String, PathSegment[]> getPathParameterPathSegments() {
        describe();
        return super.getPathParameterPathSegments();
    }

    @Override
    public synchronized MultivaluedMap<String, PathSegment[]> getEncodedPathParameterPathSegments() {
        describe();
        return super.getEncodedPathParameterPathSegments();
    }

    @Override
    public synchronized List<String> getMatchedURIs(final boolean decode) {
        describe();
        return super.getMatchedURIs(decode);
    }

    @Override
    public synchronized List<Object> getMatchedResources() {
        describe();
        return super.getMatchedResources();
    }

    @Override
    public synchronized List<String> getEncodedMatchedPaths() {
        describe();
        return super.getEncodedMatchedPaths();
    }

    private String origin() {
        return exchange.request().scheme() + "://" + exchange.request().authority();
    }
}
