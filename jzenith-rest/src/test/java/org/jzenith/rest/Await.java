package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Observable;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Waits for other threads. */
final class Await {

    private static final long LIMIT_SECONDS = 20;
    private static final long STEADY_MILLIS = 100;

    private Await() {}

    /** Returns when the condition is true, or fails after 20 s. */
    static void until(final String what, final Callable<Boolean> condition) {
        assertThat(Observable.interval(0, 5, TimeUnit.MILLISECONDS)
                        .filter(tick -> condition.call())
                        .map(tick -> true)
                        .timeout(LIMIT_SECONDS, TimeUnit.SECONDS, Observable.just(false))
                        .blockingFirst())
                .as(what)
                .isTrue();
    }

    /** Returns the first value that is not zero and stays the same for 100 ms. */
    static long steady(final Callable<Long> value) {
        return Observable.interval(0, 5, TimeUnit.MILLISECONDS)
                .map(tick -> value.call())
                .distinctUntilChanged()
                .debounce(STEADY_MILLIS, TimeUnit.MILLISECONDS)
                .filter(steady -> steady != 0)
                .timeout(LIMIT_SECONDS, TimeUnit.SECONDS)
                .blockingFirst();
    }
}
