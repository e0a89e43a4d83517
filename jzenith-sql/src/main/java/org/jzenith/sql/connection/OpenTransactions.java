package org.jzenith.sql.connection;

import io.reactivex.Flowable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;

/** How many transactions the current request has open. */
final class OpenTransactions {

    private static final Object KEY = new Object();

    private OpenTransactions() {}

    /** Whether the current request has one open. */
    static boolean any() {
        final RequestContext request = RequestContext.current();
        return request != null && request.scopedIfPresent(KEY) instanceof AtomicInteger open && open.get() > 0;
    }

    /** Counts one from subscription to termination or cancellation. */
    static <T> Flowable<T> counted(final Flowable<T> transaction) {
        return Flowable.defer(() -> {
            final AtomicInteger open = ofCurrentRequest();
            if (open == null) {
                return transaction;
            }
            open.incrementAndGet();
            return transaction.doFinally(open::decrementAndGet);
        });
    }

    private static @Nullable AtomicInteger ofCurrentRequest() {
        final RequestContext request = RequestContext.current();
        return request == null ? null : request.scoped(KEY, AtomicInteger::new);
    }
}
