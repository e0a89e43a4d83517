package org.jzenith.docs;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.Secret;
import io.smallrye.config.WithDefault;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Pattern;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.util.Optional;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jzenith.core.JZenith;
import org.jzenith.core.configuration.Description;
import org.jzenith.rest.RestPlugin;

/** An application with settings of its own. */
final class OwnSettings {

    private OwnSettings() {}

    // region settings
    @ConfigMapping(prefix = "shop")
    public interface ShopSettings {

        @WithDefault("EUR")
        @Pattern(regexp = "[A-Z]{3}")
        @Description("The currency of all prices: three letters.")
        String currency();

        @WithDefault("15m")
        @DurationMin(seconds = 1)
        @Description("How long an order waits for its payment.")
        Duration paymentTimeout();

        @Description("The key of the payment service.")
        Optional<Secret<String>> paymentKey();
    }
    // endregion

    // region application
    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withSettings(ShopSettings.class)
                .withPlugins(RestPlugin.withResources(PriceResource.class));
    }
    // endregion

    // region resource
    @Path("/price")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class PriceResource {

        private final String currency;

        @Inject
        PriceResource(final ShopSettings settings) {
            this.currency = settings.currency();
        }

        @GET
        public String price(@QueryParam("amount") final int amount) {
            return amount + " " + currency;
        }
    }
    // endregion
}
