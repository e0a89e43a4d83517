package org.jzenith.messages.test;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Observable;
import io.reactivex.Single;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Waits for results and conditions, 60 s at most. */
final class TimeLimited {

    private static final long SECONDS = 60;

    private TimeLimited() {}

    static <T> T get(final Single<T> single) {
        return single.timeout(SECONDS, TimeUnit.SECONDS).blockingGet();
    }

    static <T> @Nullable T get(final Maybe<T> maybe) {
        return maybe.timeout(SECONDS, TimeUnit.SECONDS).blockingGet();
    }

    static void run(final Completable completable) {
        completable.timeout(SECONDS, TimeUnit.SECONDS).blockingAwait();
    }

    /** Waits until a condition holds, and tests it every 5 ms. */
    static void until(final BooleanSupplier condition) {
        run(Observable.interval(0, 5, TimeUnit.MILLISECONDS)
                .filter(tick -> condition.getAsBoolean())
                .firstOrError()
                .ignoreElement());
    }
}
