package org.jzenith.rest.internal.resteasy;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.Charset;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.resteasy.core.interception.jaxrs.ResponseContainerRequestContext;
import org.jboss.resteasy.plugins.server.BaseHttpRequest;
import org.jboss.resteasy.spi.NotImplementedYetException;
import org.jboss.resteasy.util.Encode;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.body.BodyStream;
import org.jzenith.http.handler.Exchange;
import org.jzenith.rest.internal.entity.ContentCodings;
import org.jzenith.rest.internal.entity.FormFieldLimit;
import org.jzenith.rest.internal.entity.Utf8Body;
import org.jzenith.rest.internal.error.Errors;

/** A request as RESTEasy sees it. Its attributes and headers may be read by several threads at once. */
public final class RestRequest extends BaseHttpRequest {

    /** The request property of which filters and resources read the certificates of the client. */
    private static final String CLIENT_CERTIFICATES = "jakarta.servlet.request.X509Certificate";

    private final RoutedRequest routed;
    private @Nullable Parts parts;
    private @Nullable MultivaluedMap<String, String> decodedForm;
    private final Exchange exchange;
    private final RequestHeaders headers;
    private volatile @Nullable Map<String, Object> attributes;
    private volatile @Nullable RequestAsyncContext asyncContext;
    private @Nullable InputStream body;
    private @Nullable Runnable awaitBody;
    private boolean takesFields;
    private String method;

    RestRequest(final RoutedRequest routed, final RequestHeaders headers) {
        super(null); // made when it is asked for
        this.routed = routed;
        this.exchange = routed.exchange();
        this.headers = headers;
        this.method = exchange.request().method().name();
    }

    /** Returns the request that this is a view of. */
    public RoutedRequest routed() {
        return routed;
    }

    /** Returns the request as a response filter sees it. */
    public ContainerRequestContext context() {
        return new ResponseContainerRequestContext(this);
    }

    /**
     * Lets filters, which run on a worker thread, read a body that has not arrived.
     *
     * @param await waits for the body, on that thread
     */
    public void letFiltersRead(final Runnable await) {
        awaitBody = await;
    }

    /** The received parts of a multipart form, as RESTEasy reads them. */
    public interface Parts {

        /** Returns the text fields. */
        MultivaluedMap<String, String> texts();

        /** Returns all parts. */
        List<EntityPart> entityParts();
    }

    /** Sets the parts of the body, which is a multipart form. */
    public void setParts(final Parts received) {
        parts = received;
    }

    /** The body has arrived; a filter may have put another one in its place. */
    public void received(final BodyStream arrived) {
        body = arrived;
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
            final Runnable await = awaitBody;
            if (await == null) {
                throw new IllegalStateException(
                        "A request filter with a priority from Priorities.AUTHENTICATION to below "
                                + "Priorities.ENTITY_CODER cannot read the body, because it runs before the body is "
                                + "received. Annotate the filter with @Priority(Priorities.ENTITY_CODER) or a higher "
                                + "number.");
            }
            if (exchange.isOnEventLoop()) {
                throw new IllegalStateException(
                        "The body has not arrived, and an event loop cannot wait for it. Read the body before the "
                                + "filter suspends the request, or on a worker thread.");
            }
            await.run();
        }
        return body();
    }

    private InputStream body() {
        InputStream present = body;
        if (present == null) {
            present = exchange.body().stream();
            body = present;
        }
        return present;
    }

    /** The stream is closed when the request has ended, as the Javadoc of {@code setEntityStream} promises. */
    @Override
    public void setInputStream(final InputStream stream) {
        closeAtEnd(stream);
        body = stream;
    }

    /** Closes a stream of a filter or an interceptor when the request has ended: a resource may take it as the body. */
    public void closeAtEnd(final InputStream stream) {
        routed.data().cleanables().addCleanable(stream::close);
    }

    /** Returns false; otherwise RESTEasy makes the entity from the decoded fields, in which an {@code &} separates two. */
    @Override
    public boolean formParametersRead() {
        return false;
    }

    /** RESTEasy reads a form for its parameters without interceptors; the entity is read from the same bytes. */
    @Override
    public MultivaluedMap<String, String> getFormParameters() {
        final Parts received = parts;
        if (received != null) {
            return received.texts();
        }
        if (formParameters != null) {
            return formParameters;
        }
        final InputStream form = body();
        ContentCodings.checkForm(headers, form, routed.container().understood());
        rewindForm();
        try {
            final byte[] all = new FormFieldLimit(
                            form, headers.getMediaType(), routed.container().maxFormFields())
                    .readAllBytes();
            body = new ByteArrayInputStream(all);
            final MultivaluedMap<String, String> fields = super.getFormParameters();
            body = form instanceof BodyStream ? form : new ByteArrayInputStream(all);
            rewindForm();
            return fields;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The fields of a form are read, too: before the entity, if a filter has put a stream in its place that is read once. */
    public void takeFields() {
        takesFields = true;
    }

    /** The entity of a form is read. */
    public void beginEntity() {
        if (takesFields
                && formParameters == null
                && !(body() instanceof BodyStream)
                && MediaType.APPLICATION_FORM_URLENCODED_TYPE.isCompatible(headers.getMediaType())) {
            getFormParameters();
        }
        rewindForm();
    }

    /** Each reader of a form sees it from its first byte, unless a filter has put another stream in its place. */
    private void rewindForm() {
        if (body() instanceof final BodyStream received
                && MediaType.APPLICATION_FORM_URLENCODED_TYPE.isCompatible(headers.getMediaType())) {
            received.fromStart();
        }
    }

    /** RESTEasy decodes what is escaped as UTF-8, whatever charset the {@code Content-Type} declares. */
    @Override
    public MultivaluedMap<String, String> getDecodedFormParameters() {
        final Charset charset =
                parts == null ? Utf8Body.declared(getHttpHeaders().getMediaType()) : null;
        if (charset == null) {
            return super.getDecodedFormParameters();
        }
        MultivaluedMap<String, String> decoded = decodedForm;
        if (decoded == null) {
            decoded = Encode.decode(getFormParameters(), charset.name());
            decodedForm = decoded;
        }
        return decoded;
    }

    @Override
    public List<EntityPart> getFormEntityParts() {
        final Parts form = parts;
        return form == null ? List.of() : form.entityParts();
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
        final Map<String, Object> present = attributes;
        final Object value = present == null ? null : present.get(name);
        if (value != null) {
            return value;
        }
        return switch (name) {
            case CLIENT_CERTIFICATES -> clientCertificates();
            case Errors.SENT_PATH -> sentPath(exchange);
            default -> routed.call().attribute(name);
        };
    }

    /** Returns the path as the client has sent it, for problems; that of an absolute URI is normalised. */
    public static String sentPath(final Exchange exchange) {
        final String path = exchange.request().displayPath();
        return path == null ? exchange.request().path() : path;
    }

    /** Returns the client's certificates in the form of the servlet API; null if the client has sent none. */
    private X509Certificate @Nullable [] clientCertificates() {
        final List<X509Certificate> certificates = exchange.request().clientCertificates();
        return certificates.isEmpty() ? null : certificates.toArray(X509Certificate[]::new);
    }

    @Override
    public void setAttribute(final String name, final @Nullable Object value) {
        if (value == null) {
            removeAttribute(name);
        } else {
            attributes().put(name, value);
        }
    }

    /** Created on first use, on any thread. */
    private synchronized Map<String, Object> attributes() {
        if (attributes == null) {
            attributes = new ConcurrentHashMap<>();
        }
        return attributes;
    }

    @Override
    public void removeAttribute(final String name) {
        final Map<String, Object> present = attributes;
        if (present != null) {
            present.remove(name);
        }
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        final Map<String, Object> present = attributes;
        return present == null ? Collections.emptyEnumeration() : Collections.enumeration(present.keySet());
    }

    @Override
    public RequestUri getUri() {
        return routed.data().uri();
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
    public synchronized RequestAsyncContext getAsyncContext() {
        if (asyncContext == null) {
            asyncContext = new RequestAsyncContext(routed, this);
        }
        return asyncContext;
    }

    /** The context if the request is or was suspended, and else null. */
    @Nullable
    public RequestAsyncContext suspended() {
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
        return exchange.request().clientAddress();
    }

    @Override
    public String getRemoteHost() {
        return exchange.request().clientAddress();
    }
}
