package org.jzenith.docs.features.orders;

import com.google.inject.AbstractModule;
import org.jzenith.rest.RestContribution;

/** The feature orders. */
public final class OrdersModule extends AbstractModule {

    @Override
    protected void configure() {
        RestContribution.create().withResources(OrderResource.class).bind(binder());
    }
}
