package org.jzenith.docs.cookbook;

import io.reactivex.Observable;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for what other threads do. */
public final class Await {

    private Await() {}

    // region until
    /** Checks the condition every 10 ms until it holds; fails after 60 s. */
    public static void until(final BooleanSupplier condition) {
        Observable.interval(0, 10, TimeUnit.MILLISECONDS)
                .filter(tick -> condition.getAsBoolean())
                .firstOrError()
                .timeout(60, TimeUnit.SECONDS)
                .ignoreElement()
                .blockingAwait();
    }
    // endregion
}
