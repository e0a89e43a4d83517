package org.jzenith.rest.dispatch;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.InputStream;
import java.net.URI;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.resteasy.plugins.server.BaseHttpRequest;
import org.jboss.resteasy.spi.NotImplementedYetException;
import org.jspecify.annotations.Nullable;

/** A request as RESTEasy sees it. Its attributes, headers and URI may be read by several threads at once. */
final class RestRequest extends BaseHttpRequest {

    private final Exchange exchange;
    private final RequestHeaders headers;
    private final Map<String, Object> attributes = new ConcurrentHashMap<>();
    private final RequestTarget target;
    private volatile @Nullable RequestAsyncContext asyncContext;
    private volatile @Nullable RequestUri requestUri;
    private int bodyLength;
    private InputStream body;
    private String method;

    RestRequest(
            final Exchange exchange, final RequestTarget target, final RequestHeaders headers, final BodyStream body) {
        super(null); // made when it is asked for
        this.exchange = exchange;
        this.headers = headers;
        this.body = body;
        this.bodyLength = body.length();
        this.method = exchange.method();
        this.target = target;
    }

    Exchange exchange() {
        return exchange;
    }

    /** The body has arrived; a filter may have put another one in its place. */
    void received(final BodyStream arrived) {
        body = arrived;
        bodyLength = arrived.length();
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
        if (exchange.isBodyOutstanding()) {
            throw new IllegalStateException("The body is received after the first request filters with a priority from"
                    + " Priorities.AUTHENTICATION to below Priorities.ENTITY_CODER, so that they can answer"
                    + " without it. Give the filter that reads it @Priority(Priorities.ENTITY_CODER) or a"
                    + " higher number.");
        }
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
        final Object value = attributes.get(name);
        return value == null ? exchange.invocation().attribute(name) : value;
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

    /** Created on first use, on any thread. */
    @Override
    public RequestUri getUri() {
        final RequestUri made = requestUri;
        return made == null ? makeUri() : made;
    }

    private synchronized RequestUri makeUri() {
        RequestUri made = requestUri;
        if (made == null) {
            made = new RequestUri(target, exchange.limits().basePath());
            requestUri = made;
            exchange.invocation().describe(made);
        }
        return made;
    }

    /** Null if nobody has asked for it. */
    @Nullable
    RequestUri uriIfMade() {
        return requestUri;
    }

    @Override
    public void setRequestUri(final URI changed) {
        getUri().setRequestUri(changed);
    }

    @Override
    public void setRequestUri(final URI base, final URI changed) {
        getUri().setUri(base, changed);
    }

    /** Created on first use, on any thread. */
    @Override
    public RequestAsyncContext getAsyncContext() {
        final RequestAsyncContext made = asyncContext;
        return made == null ? makeAsyncContext() : made;
    }

    private synchronized RequestAsyncContext makeAsyncContext() {
        RequestAsyncContext made = asyncContext;
        if (made == null) {
            made = new RequestAsyncContext(exchange, this);
            asyncContext = made;
        }
        return made;
    }

    /** The context if the request is or was suspended, and else null. */
    @Nullable
    RequestAsyncContext suspended() {
        final RequestAsyncContext made = asyncContext;
        return made != null && made.isSuspended() ? made : null;
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
