package org.jzenith.docs.cookbook.cache;

import com.fasterxml.jackson.core.type.TypeReference;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import org.jzenith.cache.Cache;
import org.jzenith.cache.Caches;
import org.jzenith.sql.Database;

// region service
@Singleton
final class BestSellers {

    record Seller(String article, long sold) {}

    private final Cache<List<Seller>> sellers;
    private final Database database;

    @Inject
    BestSellers(final Caches caches, final Database database) {
        this.sellers = caches.of(
                        "best-sellers", new TypeReference<List<Seller>>() {})
                .expiringAfter(Duration.ofMinutes(10))
                .refreshingAfter(Duration.ofMinutes(8))
                .servingStaleFor(Duration.ofHours(1));
        this.database = database;
    }

    Maybe<List<Seller>> of(final String shop) {
        return sellers.get(shop, () -> query(shop).toMaybe());
    }

    private Single<List<Seller>> query(final String shop) {
        return database.query(
                        """
                        SELECT article, count(*) AS sold FROM sale
                        WHERE shop = $1
                        GROUP BY article
                        ORDER BY sold DESC, article LIMIT 10""",
                        shop)
                .as(Seller.class)
                .list();
    }

    /** Removes the list of a shop from the cache of all instances. */
    Completable recount(final String shop) {
        return sellers.invalidate(shop);
    }
}
// endregion
