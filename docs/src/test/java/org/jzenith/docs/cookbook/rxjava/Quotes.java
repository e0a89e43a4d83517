package org.jzenith.docs.cookbook.rxjava;

import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Scheduler;
import io.reactivex.Single;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** The code of docs/rxjava-operators.md. */
final class Quotes {

    private final Function<String, Maybe<Integer>> prices;
    private final Function<String, Single<Integer>> discounts;
    private final Scheduler scheduler;

    Quotes(
            final Function<String, Maybe<Integer>> prices,
            final Function<String, Single<Integer>> discounts,
            final Scheduler scheduler) {
        this.prices = prices;
        this.discounts = discounts;
        this.scheduler = scheduler;
    }

    // region operators
    /**
     * The price of an article less its discount; without a discount if that
     * service is slow or fails.
     */
    Single<Integer> quote(final String article) {
        final Single<Integer> price = prices.apply(article)
                .switchIfEmpty(
                        Single.error(() -> new UnknownArticleException(article)));
        final Single<Integer> discount = discounts
                .apply(article)
                .timeout(200, TimeUnit.MILLISECONDS, scheduler)
                .retry(1, error -> !(error instanceof TimeoutException))
                .onErrorReturnItem(0);
        return Single.zip(price, discount, (full, less) -> full - less);
    }

    /** The quotes of all articles, in their order, at most eight at a time. */
    Single<List<Integer>> quotes(final List<String> articles) {
        return Flowable.fromIterable(articles)
                .concatMapEager(article -> quote(article).toFlowable(), 8, 1)
                .toList();
    }
    // endregion

    static final class UnknownArticleException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        UnknownArticleException(final String article) {
            super("There is no article " + article + ".");
        }
    }
}
