package org.jzenith.docs.cookbook.download;

import jakarta.ws.rs.NameBinding;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Tells browsers to save the answer under the last segment of the path. */
@NameBinding
@Retention(RetentionPolicy.RUNTIME)
public @interface Attachment {

    /** Sets the header. */
    @Attachment
    final class Filter implements ContainerResponseFilter {

        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            if (response.getStatus() == 200) {
                final String name = request.getUriInfo().getPathParameters().getFirst("name");
                response.getHeaders().putSingle("Content-Disposition", "attachment; filename=\"" + name + "\"");
            }
        }
    }
}
