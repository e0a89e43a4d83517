package org.jzenith.docs.cookbook.errorpages;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.MediaType;
import java.lang.annotation.Annotation;
import org.jzenith.core.context.RequestContext;

/** A page in place of the problem, for clients that prefer HTML. */
public final class ErrorPages implements ContainerResponseFilter {

    // region filter
    @Override
    public void filter(
            final ContainerRequestContext request,
            final ContainerResponseContext response) {
        if (response.getStatus() >= 400
                && request.getAcceptableMediaTypes()
                        .get(0)
                        .isCompatible(MediaType.TEXT_HTML_TYPE)
                && !request.getAcceptableMediaTypes().get(0).isWildcardType()) {
            response.setEntity(
                    page(
                            response.getStatus(),
                            response.getStatusInfo().getReasonPhrase()),
                    new Annotation[0],
                    MediaType.TEXT_HTML_TYPE.withCharset("utf-8"));
        }
    }
    // endregion

    private static String page(final int status, final String reason) {
        final RequestContext context = RequestContext.current();
        return "<!DOCTYPE html><title>" + reason + "</title><h1>" + status + " " + reason + "</h1><p>Request "
                + (context == null ? "" : context.id());
    }
}
