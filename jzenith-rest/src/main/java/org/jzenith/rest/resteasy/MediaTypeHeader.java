package org.jzenith.rest.resteasy;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.RuntimeDelegate.HeaderDelegate;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.request.HeaderList;

/**
 * Reads media types with white space around semicolons, and with empty parameters (RFC 9110, 5.6.6), which RESTEasy takes for parts
 * of names. Immutable and safe for use by many threads.
 */
public final class MediaTypeHeader implements HeaderDelegate<MediaType> {

    private final HeaderDelegate<MediaType> resteasy;

    /**
     * Created once for the JVM.
     *
     * @param resteasy reads types without white space, and writes all
     */
    public MediaTypeHeader(final HeaderDelegate<MediaType> resteasy) {
        this.resteasy = resteasy;
    }

    @Override
    public MediaType fromString(final @Nullable String text) {
        return resteasy.fromString(text == null ? null : HeaderList.normalized(text));
    }

    @Override
    public String toString(final MediaType type) {
        return resteasy.toString(type);
    }
}
