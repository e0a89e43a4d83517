package org.jzenith.rest.dispatch;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.InputStream;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import org.jboss.resteasy.core.SynchronousDispatcher;
import org.jboss.resteasy.plugins.server.BaseHttpRequest;
import org.jboss.resteasy.specimpl.MultivaluedMapImpl;
import org.jboss.resteasy.specimpl.ResteasyHttpHeaders;
import org.jboss.resteasy.specimpl.ResteasyUriInfo;
import org.jboss.resteasy.spi.NotImplementedYetException;
import org.jboss.resteasy.spi.ResteasyAsynchronousContext;
import org.jspecify.annotations.Nullable;

/** A request as RESTEasy sees it. */
final class RestRequest extends BaseHttpRequest {

    private final HttpServerRequest incoming;
    private final Map<String, Object> attributes = new HashMap<>();
    private final ResteasyHttpHeaders headers;
    private final Suspension suspension;
    private InputStream body;
    private String method;

    RestRequest(
            final HttpServerRequest incoming,
            final Buffer body,
            final String contextPath,
            final SynchronousDispatcher resteasy,
            final RestResponse response) {
        super(new ResteasyUriInfo(incoming.absoluteURI(), contextPath));
        this.incoming = incoming;
        this.body = new BufferInputStream(body);
        this.method = incoming.method().name();
        this.suspension = new Suspension(resteasy, this, response);
        final MultivaluedMap<String, String> map = new MultivaluedMapImpl<>();
        incoming.headers().forEach((name, value) -> map.add(name, value));
        this.headers = new ResteasyHttpHeaders(map);
    }

    @Override
    public HttpHeaders getHttpHeaders() {
        return headers;
    }

    @Override
    public MultivaluedMap<String, String> getMutableHeaders() {
        return headers.getMutableHeaders();
    }

    @Override
    public InputStream getInputStream() {
        return body;
    }

    @Override
    public void setInputStream(final InputStream stream) {
        body = stream;
    }

    @Override
    public String getHttpMethod() {
        return method;
    }

    @Override
    public void setHttpMethod(final String changed) {
        method = changed;
    }

    @Override
    public @Nullable Object getAttribute(final String name) {
        return attributes.get(name);
    }

    @Override
    public void setAttribute(final String name, final Object value) {
        attributes.put(name, value);
    }

    @Override
    public void removeAttribute(final String name) {
        attributes.remove(name);
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        return Collections.enumeration(attributes.keySet());
    }

    @Override
    public ResteasyAsynchronousContext getAsyncContext() {
        return suspension;
    }

    @Override
    public void forward(final String path) {
        throw new NotImplementedYetException();
    }

    @Override
    public boolean wasForwarded() {
        return false;
    }

    @Override
    public String getRemoteAddress() {
        return incoming.remoteAddress().hostAddress();
    }

    @Override
    public String getRemoteHost() {
        return getRemoteAddress();
    }
}
