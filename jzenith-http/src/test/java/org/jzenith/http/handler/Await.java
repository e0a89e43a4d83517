package org.jzenith.http.handler;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Observable;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Waits for other threads. */
public final class Await {

    private static final long LIMIT_SECONDS = 20;

    private Await() {}

    /** Returns when the condition is true, or fails after 20 s. */
    public static void until(final String what, final Callable<Boolean> condition) {
        assertThat(Observable.interval(0, 5, TimeUnit.MILLISECONDS)
                        .filter(tick -> condition.call())
                        .map(tick -> true)
                        .timeout(LIMIT_SECONDS, TimeUnit.SECONDS, Observable.just(false))
                        .blockingFirst())
                .as(what)
                .isTrue();
    }
}
