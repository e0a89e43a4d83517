package org.jzenith.docs.features;

import org.jzenith.core.JZenith;
import org.jzenith.docs.features.catalog.CatalogModule;
import org.jzenith.docs.features.orders.OrdersModule;
import org.jzenith.rest.RestPlugin;

/** A shop of two features. */
public final class ShopApplication {

    private ShopApplication() {}

    public static void main(final String... args) {
        application(args).run();
    }

    // region application
    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(RestPlugin.create()
                        .withMapping(
                                NotFoundException.class,
                                404,
                                "There is no such object."))
                .withModules(new CatalogModule(), new OrdersModule());
    }
    // endregion
}
