package org.jzenith.docs.cookbook.rxjava;

import io.reactivex.Maybe;
import io.reactivex.Single;
import io.reactivex.observers.TestObserver;
import io.reactivex.schedulers.TestScheduler;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.jzenith.docs.cookbook.rxjava.Quotes.UnknownArticleException;

/** The code of docs/rxjava-operators.md. */
final class QuotesTest {

    private static final Map<String, Integer> PRICES = Map.of("tea", 300, "coffee", 500);

    private static Maybe<Integer> price(final String article) {
        return PRICES.containsKey(article) ? Maybe.just(PRICES.get(article)) : Maybe.empty();
    }

    // region test
    @Test
    void aSlowDiscountIsLeftOut() {
        final TestScheduler clock = new TestScheduler();
        final Quotes quotes =
                new Quotes(QuotesTest::price, article -> Single.never(), clock);
        final TestObserver<Integer> observer = quotes.quote("tea").test();
        observer.assertNotTerminated();
        clock.advanceTimeBy(200, TimeUnit.MILLISECONDS);
        observer.assertResult(300);
    }

    @Test
    void anUnknownArticleFails() {
        new Quotes(
                        QuotesTest::price,
                        article -> Single.just(20),
                        new TestScheduler())
                .quote("cocoa")
                .test()
                .assertFailure(UnknownArticleException.class);
    }
    // endregion

    @Test
    void quotesHaveTheOrderOfTheArticles() {
        new Quotes(QuotesTest::price, article -> Single.just(20), new TestScheduler())
                .quotes(List.of("coffee", "tea"))
                .test()
                .assertValue(List.of(480, 280));
    }

    @Test
    void aFailedDiscountIsAskedForAgainOnce() {
        final AtomicInteger calls = new AtomicInteger();
        final Quotes quotes = new Quotes(
                QuotesTest::price,
                article -> Single.defer(() -> calls.incrementAndGet() == 1
                        ? Single.error(new IllegalStateException("down"))
                        : Single.just(20)),
                new TestScheduler());
        quotes.quote("tea").test().assertResult(280);
    }
}
