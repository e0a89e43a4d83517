package org.jzenith.docs.features.catalog;

import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.Map;
import org.jzenith.docs.features.NotFoundException;

@Singleton
final class Products implements Catalog {

    private final Map<String, Product> products = Map.of(
            "tea", new Product("tea", new BigDecimal("4.50")), "cup", new Product("cup", new BigDecimal("9.00")));

    @Inject
    Products() {}

    Maybe<Product> find(final String name) {
        final Product found = products.get(name);
        return found == null ? Maybe.empty() : Maybe.just(found);
    }

    @Override
    public Single<BigDecimal> price(final String product) {
        return find(product).map(Product::price).switchIfEmpty(Single.error(NotFoundException::new));
    }

    record Product(String name, BigDecimal price) {}
}
