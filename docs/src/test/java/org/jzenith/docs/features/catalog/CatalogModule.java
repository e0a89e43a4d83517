package org.jzenith.docs.features.catalog;

import com.google.inject.AbstractModule;
import org.jzenith.rest.RestContribution;

/** The feature catalog: its resources, and what other features may inject. */
public final class CatalogModule extends AbstractModule {

    // region module
    @Override
    protected void configure() {
        RestContribution.create()
                .withResources(ProductResource.class)
                .bind(binder());
        bind(Products.class);
        bind(Catalog.class).to(Products.class);
    }
    // endregion
}
