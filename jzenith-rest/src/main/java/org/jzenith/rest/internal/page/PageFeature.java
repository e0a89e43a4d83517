package org.jzenith.rest.internal.page;

import jakarta.ws.rs.core.UriInfo;
import org.jzenith.rest.internal.deployment.RestFeature;
import org.jzenith.rest.internal.deployment.RestFeatureContext;

/** Adds the writer of pages. */
public final class PageFeature implements RestFeature {

    @Override
    public void addTo(final RestFeatureContext context) {
        context.addProvider(
                new PageWriter(context.providers(), context.injector().getProvider(UriInfo.class)));
    }
}
