package com.example.shop.order;

import com.google.inject.AbstractModule;

/** Binds the classes of the orders for injection. */
public final class OrderModule extends AbstractModule {

    @Override
    protected void configure() {
        bind(OrderService.class);
        bind(OrderTable.class);
        bind(OrderLineTable.class);
        bind(OrderExpiry.class);
    }
}
