package org.jzenith.cache;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Products behind a cache. */
final class Products {

    /** A product. */
    record Product(String sku, int price) {}

    /** The slow source of the products. */
    static final class Table {

        private final Map<String, Product> rows = new ConcurrentHashMap<>();
        private final AtomicInteger queries = new AtomicInteger();

        @Inject
        Table() {}

        Maybe<Product> find(final String sku) {
            return Maybe.defer(() -> {
                queries.incrementAndGet();
                final Product found = rows.get(sku);
                return found == null ? Maybe.empty() : Maybe.just(found);
            });
        }

        Completable save(final Product product) {
            return Completable.fromAction(() -> rows.put(product.sku(), product));
        }

        int queries() {
            return queries.get();
        }
    }

    // region service
    private final Cache<Product> products;
    private final Table table;

    @Inject
    Products(final Caches caches, final Table table) {
        this.products = caches.of("products", Product.class)
                .expiringAfter(Duration.ofMinutes(10))
                .refreshingAfter(Duration.ofMinutes(8))
                .servingStaleFor(Duration.ofHours(1))
                .cachingAbsentFor(Duration.ofSeconds(30));
        this.table = table;
    }

    Maybe<Product> product(final String sku) {
        return products.get(sku, () -> table.find(sku));
    }

    Completable save(final Product product) {
        return table.save(product).andThen(products.invalidate(product.sku()));
    }
    // endregion
}
