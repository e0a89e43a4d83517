package org.jzenith.docs.cookbook.prices;

import io.reactivex.Completable;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** In place of a database. */
@Singleton
final class PriceList {

    private final Map<String, Integer> cents = new ConcurrentHashMap<>();

    @Inject
    PriceList() {}

    Completable set(final Price price) {
        return Completable.fromAction(() -> cents.put(price.article(), price.cents()));
    }

    Completable remove(final String article) {
        return Completable.fromAction(() -> cents.remove(article));
    }

    @Nullable
    Integer cents(final String article) {
        return cents.get(article);
    }
}
