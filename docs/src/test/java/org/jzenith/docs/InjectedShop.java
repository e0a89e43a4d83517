package org.jzenith.docs;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.multibindings.Multibinder;
import com.google.inject.name.Names;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Clock;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.Set;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;

/** An application whose module has each common kind of binding. */
final class InjectedShop {

    private InjectedShop() {}

    // region application
    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(RestPlugin.withResources(PriceResource.class))
                .withModules(new PriceModule());
    }
    // endregion

    // region resource
    @Path("/prices/{article}")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class PriceResource {

        private final Prices prices;

        PriceResource(final Prices prices) {
            this.prices = prices;
        }

        @GET
        public Single<Integer> price(@PathParam("article") final String article) {
            return prices.of(article);
        }
    }
    // endregion

    /** Knows the price of each article. */
    interface Prices {

        Single<Integer> of(String article);
    }

    // region service
    @Singleton
    static final class DiscountedPrices implements Prices {

        private final Set<Discount> discounts;
        private final int shipping;

        @Inject
        DiscountedPrices(
                final Set<Discount> discounts,
                @Named("shipping") final int shipping) {
            this.discounts = discounts;
            this.shipping = shipping;
        }

        @Override
        public Single<Integer> of(final String article) {
            final int discount =
                    discounts.stream().mapToInt(each -> each.of(article)).sum();
            return Single.just(100 - discount + shipping);
        }
    }
    // endregion

    /** A reduction of a price. */
    interface Discount {

        int of(String article);
    }

    /** A discount on Sundays. */
    static final class SundayDiscount implements Discount {

        private final Clock clock;

        @Inject
        SundayDiscount(final Clock clock) {
            this.clock = clock;
        }

        @Override
        public int of(final String article) {
            return LocalDate.now(clock).getDayOfWeek() == DayOfWeek.SUNDAY ? 10 : 0;
        }
    }

    // region module
    static final class PriceModule extends AbstractModule {

        @Override
        protected void configure() {
            bind(Prices.class).to(DiscountedPrices.class);
            bind(DiscountedPrices.class);
            bind(Integer.class)
                    .annotatedWith(Names.named("shipping"))
                    .toInstance(5);
            final Multibinder<Discount> discounts =
                    Multibinder.newSetBinder(binder(), Discount.class);
            discounts.addBinding().to(SundayDiscount.class);
            discounts
                    .addBinding()
                    .toInstance(article -> article.equals("pen") ? 1 : 0);
            bind(SundayDiscount.class);
        }

        @Provides
        @Singleton
        Clock clock() {
            return Clock.systemUTC();
        }
    }
    // endregion
}
