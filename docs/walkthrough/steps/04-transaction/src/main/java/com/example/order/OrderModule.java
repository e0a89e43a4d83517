package com.example.order;

import com.google.inject.AbstractModule;

/** Binds what the orders consist of: what is injected is bound. */
public final class OrderModule extends AbstractModule {

    @Override
    protected void configure() {
        bind(OrderService.class);
        bind(OrderTable.class);
        bind(OrderLineTable.class);
    }
}
