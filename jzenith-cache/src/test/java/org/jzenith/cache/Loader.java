package org.jzenith.cache;

import io.reactivex.Maybe;
import io.reactivex.subjects.MaybeSubject;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A loader whose loads end when a test says so. */
final class Loader implements Supplier<Maybe<String>> {

    private final AtomicInteger loads = new AtomicInteger();
    private final BlockingQueue<MaybeSubject<String>> begun = new LinkedBlockingQueue<>();

    @Override
    public Maybe<String> get() {
        loads.incrementAndGet();
        final MaybeSubject<String> load = MaybeSubject.create();
        begun.add(load);
        return load;
    }

    int loads() {
        return loads.get();
    }

    /** Waits for the next load to begin. */
    MaybeSubject<String> next() throws InterruptedException {
        final MaybeSubject<String> next = begun.poll(20, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("No load has begun.");
        }
        return next;
    }
}
