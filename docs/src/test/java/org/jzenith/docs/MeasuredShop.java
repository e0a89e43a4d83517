package org.jzenith.docs;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import org.jzenith.core.JZenith;
import org.jzenith.observability.ObservabilityPlugin;
import org.jzenith.rest.RestPlugin;

/** An application with metrics on a port for operators. */
final class MeasuredShop {

    private MeasuredShop() {}

    // region application
    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(CartResource.class),
                        RestPlugin.named("admin"),
                        ObservabilityPlugin.create())
                .withConfiguration("rest.admin.port", 9090);
    }
    // endregion

    // region resource
    @Path("/carts")
    public static final class CartResource {

        private final Counter paid;

        @Inject
        public CartResource(final MeterRegistry registry) {
            paid = registry.counter("shop.carts.paid");
        }

        @POST
        public void pay() {
            paid.increment();
        }
    }
    // endregion
}
