package org.jzenith.rest.internal.page;

import jakarta.inject.Provider;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Providers;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.page.Page;
import org.jzenith.core.page.PageRequest;

/** Writes the elements of a page as a list, and adds the header {@code Link} (RFC 8288). */
final class PageWriter implements MessageBodyWriter<Page<?>> {

    private static final String TOTAL = "X-Total-Count";

    private final Providers providers;
    private final Provider<UriInfo> request;

    PageWriter(final Providers providers, final Provider<UriInfo> request) {
        this.providers = providers;
        this.request = request;
    }

    @Override
    public boolean isWriteable(
            final Class<?> type, final Type genericType, final Annotation[] annotations, final MediaType mediaType) {
        return type == Page.class && ofList(genericType, annotations, mediaType) != null;
    }

    @SuppressWarnings("rawtypes") // List.class has no type argument
    private @Nullable MessageBodyWriter<List> ofList(
            final Type genericType, final Annotation[] annotations, final MediaType mediaType) {
        return providers.getMessageBodyWriter(List.class, genericType, annotations, mediaType);
    }

    @Override
    public void writeTo(
            final Page<?> page,
            final Class<?> type,
            final Type genericType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final MultivaluedMap<String, Object> headers,
            final OutputStream target)
            throws IOException {
        addLinks(page, headers);
        final var writer = ofList(genericType, annotations, mediaType);
        if (writer == null) {
            throw new IllegalStateException("There is no MessageBodyWriter for lists.");
        }
        writer.writeTo(page, List.class, genericType, annotations, mediaType, headers, target);
    }

    private void addLinks(final Page<?> page, final MultivaluedMap<String, Object> headers) {
        final PageRequest asked = page.request();
        if (asked.isByOffset()) {
            add(headers, "first", PageRequest.OFFSET, 0);
            if (asked.offset() > 0) {
                add(headers, "prev", PageRequest.OFFSET, Math.max(0, asked.offset() - asked.limit()));
            }
            page.next().ifPresent(next -> add(headers, "next", PageRequest.OFFSET, next.offset()));
        } else {
            page.next().flatMap(PageRequest::cursor).ifPresent(key -> add(headers, "next", PageRequest.AFTER, key));
        }
        page.total().ifPresent(total -> headers.putSingle(TOTAL, total));
    }

    /** The other parameters of the request stay. Without the host, because a cache may keep the response that a forged one got. */
    private void add(
            final MultivaluedMap<String, Object> headers,
            final String relation,
            final String parameter,
            final Object value) {
        final URI uri = request.get()
                .getRequestUriBuilder()
                .replaceQueryParam(parameter, value)
                .build();
        // Two slashes would start a host.
        final String path = uri.getRawPath().replaceFirst("^/+", "/");
        headers.add(HttpHeaders.LINK, "<" + path + "?" + uri.getRawQuery() + ">; rel=\"" + relation + "\"");
    }
}
