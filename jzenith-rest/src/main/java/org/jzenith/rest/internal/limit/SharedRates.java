package org.jzenith.rest.internal.limit;

import io.reactivex.Single;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.limit.RateLimitStore;

/** Counts in a store that all instances share and, while that fails, this instance's share of the permits in memory. */
final class SharedRates implements RateLimitStore.Counter {

    private final RateLimitStore.Counter shared;
    private final RequestRates own;
    private final CountedWarning fallbacks;

    /** @param fallbacks counts the requests that were counted in memory */
    SharedRates(final RateLimitStore.Counter shared, final RequestRates own, final CountedWarning fallbacks) {
        this.shared = shared;
        this.own = own;
        this.fallbacks = fallbacks;
    }

    @Override
    public RateLimitStore.@Nullable Taken takeNow(final String key) {
        return shared.takeNow(key);
    }

    @Override
    public Single<RateLimitStore.Taken> take(final String key) {
        return Single.defer(() -> shared.take(key)).onErrorReturn(error -> {
            fallbacks.add(error.getClass().getName(), () -> error.getMessage() + ".");
            return own.takeShare(key, shared.instances());
        });
    }
}
