package org.jzenith.rest.internal.multipart;

import com.google.common.base.Suppliers;
import io.reactivex.Completable;
import io.reactivex.Single;
import io.reactivex.functions.Action;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.http.internal.admission.RequestThreads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what blocks because it writes or deletes files, on the threads of the server for that. Safe for use by many threads. */
final class FileThreads {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.rest.internal.multipart.MultipartForms");

    private final TemporaryFolder folder;
    private final Supplier<WorkerExecutor> executor;

    FileThreads(final Vertx vertx, final TemporaryFolder folder) {
        this.folder = folder;
        this.executor = Suppliers.memoize(() -> RequestThreads.files(vertx));
    }

    TemporaryFolder folder() {
        return folder;
    }

    <T> Single<T> single(final Callable<T> work, final Consumer<T> onDiscard) {
        return RxFuture.single(() -> executor.get().executeBlocking(work, false), onDiscard);
    }

    Completable completable(final Action work) {
        return RxFuture.completable(() -> executor.get().executeBlocking(asCallable(work), false));
    }

    /** Runs work for which nobody waits; a failure is logged. */
    void execute(final Action work) {
        executor.get()
                .executeBlocking(asCallable(work), false)
                .onFailure(error -> LOGGER.warn("A file could not be deleted.", LogText.escape(error)));
    }

    private static Callable<Object> asCallable(final Action work) {
        return () -> {
            work.run();
            return true;
        };
    }
}
