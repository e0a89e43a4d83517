package org.jzenith.docs.cookbook.rxjava;

import io.reactivex.Flowable;
import io.reactivex.Maybe;
import jakarta.inject.Inject;
import java.util.List;

/** A service that stays on RxJava 2, as the results of {@code Database} are. */
final class Prices {

    private final List<Price> known = List.of(new Price("tea", 350), new Price("coffee", 290));

    @Inject
    Prices() {}

    Flowable<Price> all() {
        return Flowable.fromIterable(known);
    }

    Maybe<Price> of(final String article) {
        return all().filter(price -> price.article().equals(article)).firstElement();
    }
}
