package org.jzenith.rest.multipart;

import io.reactivex.Completable;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.log.LogText;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.http.admission.RequestThreads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what blocks because it writes or deletes files, on the threads of the server for that. Safe for use by many threads. */
final class FileThreads {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.rest.multipart.MultipartForms");

    /** Work on files without a result. */
    @FunctionalInterface
    interface Work {

        void run() throws Exception;
    }

    private final Vertx vertx;
    private final TemporaryFolder folder;
    private volatile @Nullable WorkerExecutor executor;

    FileThreads(final Vertx vertx, final TemporaryFolder folder) {
        this.vertx = vertx;
        this.folder = folder;
    }

    TemporaryFolder folder() {
        return folder;
    }

    private WorkerExecutor executor() {
        final WorkerExecutor made = executor;
        return made == null ? makeExecutor() : made;
    }

    private synchronized WorkerExecutor makeExecutor() {
        WorkerExecutor made = executor;
        if (made == null) {
            made = RequestThreads.files(vertx);
            executor = made;
        }
        return made;
    }

    <T> Single<T> single(final Callable<T> work, final io.vertx.core.Handler<T> onDiscard) {
        return RxFuture.single(() -> executor().executeBlocking(work, false), onDiscard::handle);
    }

    Completable completable(final Work work) {
        return RxFuture.completable(() -> executor().executeBlocking(asCallable(work), false));
    }

    /** Runs work for which nobody waits; a failure is logged. */
    void execute(final Work work) {
        executor()
                .executeBlocking(asCallable(work), false)
                .onFailure(error -> LOGGER.warn("A file could not be deleted.", LogText.escape(error)));
    }

    private static Callable<Object> asCallable(final Work work) {
        return () -> {
            work.run();
            return true;
        };
    }
}
