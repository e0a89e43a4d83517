package org.jzenith.core.start;

import io.reactivex.Completable;
import io.reactivex.CompletableObserver;
import org.jspecify.annotations.Nullable;

/** Subscribes to a source while the thread has a given context class loader. */
public final class WithContextClassLoader extends Completable {

    private final Completable source;
    private final @Nullable ClassLoader loader;

    /** @param loader the context class loader of the thread during the subscription */
    public WithContextClassLoader(final Completable source, final @Nullable ClassLoader loader) {
        this.source = source;
        this.loader = loader;
    }

    @Override
    protected void subscribeActual(final CompletableObserver observer) {
        final Thread thread = Thread.currentThread();
        final @Nullable ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            source.subscribe(observer);
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
