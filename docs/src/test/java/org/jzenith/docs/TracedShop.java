package org.jzenith.docs;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.tracing.TracingPlugin;

/** An application with traces. */
final class TracedShop {

    private TracedShop() {}

    // region application
    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(PriceResource.class),
                        TracingPlugin.create())
                .withConfiguration("tracing.service-name", "shop");
    }
    // endregion

    // region resource
    @Path("/prices")
    public static final class PriceResource {

        private final Tracer tracer;

        @Inject
        public PriceResource(final Tracer tracer) {
            this.tracer = tracer;
        }

        @GET
        @Path("{article}")
        public String price(@PathParam("article") final String article) {
            Span.current().setAttribute("shop.article", article);
            final Span calculation =
                    tracer.spanBuilder("calculate price").startSpan();
            try {
                return "12.50";
            } finally {
                calculation.end();
            }
        }
    }
    // endregion
}
