package org.jzenith.cache.internal.load;

import io.reactivex.Maybe;
import io.reactivex.MaybeObserver;
import java.util.function.Supplier;
import org.jzenith.cache.internal.store.CachedValue;

/** A value of a cache. A subscriber to a value in memory gets it at once. */
public final class CachedMaybe<T> extends Maybe<T> {

    private final NamedCache cache;
    private final String key;
    private final Supplier<? extends Maybe<T>> loader;

    /** Does nothing before the subscription. */
    public CachedMaybe(final NamedCache cache, final String key, final Supplier<? extends Maybe<T>> loader) {
        this.cache = cache;
        this.key = key;
        this.loader = loader;
    }

    @Override
    protected void subscribeActual(final MaybeObserver<? super T> observer) {
        final CachedValue cached = cache.find(key, loader);
        (cached == null ? cache.load(key, loader).flatMapMaybe(this::of) : of(cached)).subscribe(observer);
    }

    /** A cache has values of one type. */
    @SuppressWarnings("unchecked")
    private Maybe<T> of(final CachedValue cached) {
        final T value = (T) cached.value();
        return value == null ? Maybe.empty() : Maybe.just(value);
    }
}
