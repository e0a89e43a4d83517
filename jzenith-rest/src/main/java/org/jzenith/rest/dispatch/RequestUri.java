package org.jzenith.rest.dispatch;

import jakarta.ws.rs.core.UriBuilder;
import java.net.URI;
import org.jboss.resteasy.specimpl.ResteasyUriInfo;
import org.jspecify.annotations.Nullable;

/** The URI of a request. Absolute URIs are made when somebody asks; most resources never do. */
final class RequestUri extends ResteasyUriInfo {

    private final Target target;
    private final String basePath;
    private @Nullable URI requestUri;
    private @Nullable URI absolutePath;
    private @Nullable URI baseUri;
    private boolean replaced;

    RequestUri(final Target target, final String basePath) {
        super(target.path(), basePath);
        this.target = target;
        this.basePath = basePath;
    }

    @Override
    public void setUri(final URI base, final URI relative) {
        super.setUri(base, relative);
        replaced = true;
    }

    @Override
    public URI getRequestUri() {
        if (replaced) {
            return super.getRequestUri();
        }
        if (requestUri == null) {
            requestUri = URI.create(origin() + target.path());
        }
        return requestUri;
    }

    @Override
    public URI getAbsolutePath() {
        if (replaced) {
            return super.getAbsolutePath();
        }
        if (absolutePath == null) {
            final int query = target.path().indexOf('?');
            absolutePath = query < 0
                    ? getRequestUri()
                    : URI.create(origin() + target.path().substring(0, query));
        }
        return absolutePath;
    }

    @Override
    public URI getBaseUri() {
        if (replaced) {
            return super.getBaseUri();
        }
        if (baseUri == null) {
            baseUri = URI.create(origin() + basePath + "/");
        }
        return baseUri;
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

    private String origin() {
        return target.scheme() + "://" + target.authority();
    }
}
