package org.jzenith.rest.internal.resteasy;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.List;
import java.util.function.Supplier;
import org.jboss.resteasy.specimpl.ResponseBuilderImpl;
import org.jspecify.annotations.Nullable;

/**
 * A relative URI that a response builder was given on a thread without a request. It is resolved when the response is sent, as
 * RESTEasy does at once on other threads.
 *
 * @param uri the relative URI
 */
public record RelativeLocation(URI uri) {

    /** Resolves those among the headers of a response. */
    static void resolveIn(final MultivaluedMap<String, Object> headers, final Supplier<URI> base) {
        for (final String name : List.of(HttpHeaders.LOCATION, HttpHeaders.CONTENT_LOCATION)) {
            if (headers.getFirst(name) instanceof final RelativeLocation relative) {
                headers.put(name, List.of(relative.resolved(base.get())));
            }
        }
    }

    private URI resolved(final URI base) {
        final String path = uri.toString();
        return base.resolve(path.startsWith("/") ? path.substring(1) : path);
    }

    /** Returns the relative URI, for example for {@code Response.getLocation()}. */
    @Override
    public String toString() {
        return uri.toString();
    }

    /** RESTEasy's builder of responses, which leaves relative URIs as they are if its thread has no request. */
    public static final class Builder extends ResponseBuilderImpl {

        @Override
        public Response.ResponseBuilder location(final @Nullable URI location) {
            super.location(location);
            return keep(HttpHeaders.LOCATION);
        }

        @Override
        public Response.ResponseBuilder contentLocation(final @Nullable URI location) {
            super.contentLocation(location);
            return keep(HttpHeaders.CONTENT_LOCATION);
        }

        private Response.ResponseBuilder keep(final String name) {
            if (metadata.getFirst(name) instanceof final URI uri && !uri.isAbsolute()) {
                metadata.putSingle(name, new RelativeLocation(uri));
            }
            return this;
        }
    }
}
