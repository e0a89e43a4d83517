package org.jzenith.rest.dispatch;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.InputStream;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.resteasy.plugins.server.BaseHttpRequest;
import org.jboss.resteasy.spi.NotImplementedYetException;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.express.ExpressLane;

/** A request as RESTEasy sees it. Its attributes, headers and URI may be read by several threads at once. */
final class RestRequest extends BaseHttpRequest {

    private final Exchange exchange;
    private final RequestHeaders headers;
    private final Map<String, Object> attributes = new ConcurrentHashMap<>();
    private final RequestAsyncContext asyncContext;
    private final ExpressLane.@Nullable Outcome outcome;
    private final int bodyLength;
    private InputStream body;
    private String method;

    RestRequest(
            final Exchange exchange,
            final RequestTarget target,
            final RequestHeaders headers,
            final BodyStream body,
            final ExpressLane.@Nullable Outcome outcome) {
        super(new RequestUri(target, exchange.limits().basePath()));
        this.exchange = exchange;
        this.headers = headers;
        this.body = body;
        this.bodyLength = body.length();
        this.method = exchange.method();
        this.asyncContext = new RequestAsyncContext(exchange, this);
        this.outcome = outcome;
    }

    /** The outcome of the resource method on the express lane; null if it was not invoked there. */
    ExpressLane.@Nullable Outcome outcome() {
        return outcome;
    }

    Exchange exchange() {
        return exchange;
    }

    /** The length of the received body in bytes. */
    int bodyLength() {
        return bodyLength;
    }

    /** Whether the client sent the body encoded, so that what is read may be far longer. */
    boolean isBodyEncoded() {
        return headers.isBodyEncoded();
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

    /** RESTEasy reads a form for its parameters without interceptors. */
    @Override
    public MultivaluedMap<String, String> getFormParameters() {
        if (!formParametersRead()) {
            ContentCodings.checkForm(headers, body);
        }
        return super.getFormParameters();
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
    public void setAttribute(final String name, final @Nullable Object value) {
        if (value == null) {
            attributes.remove(name);
        } else {
            attributes.put(name, value);
        }
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
    public RequestAsyncContext getAsyncContext() {
        return asyncContext;
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
        return exchange.clientAddress();
    }

    @Override
    public String getRemoteHost() {
        return exchange.clientAddress();
    }
}
