package org.jzenith.http.internal.admission;

import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import org.jzenith.core.vertx.EventLoopContext;

/**
 * The threads that work for the requests of one server: its event loop, and those that may wait. Made and used on the event
 * loop, except where a method says otherwise.
 */
public final class RequestThreads {

    /** The number of threads that disks can keep busy. */
    private static final int FILE_THREADS = 16;

    private final Vertx vertx;
    private final WorkerExecutor documents;
    private final WorkerExecutor files;
    private final EventLoopTurns turns;
    private final Thread eventLoopThread = Thread.currentThread();

    /**
     * Takes the event loop of the current thread.
     *
     * @param vertx has the threads, and ends them
     */
    public RequestThreads(final Vertx vertx) {
        this.vertx = vertx;
        this.documents = vertx.createSharedWorkerExecutor(
                "jzenith-documents", Runtime.getRuntime().availableProcessors());
        this.files = files(vertx);
        this.turns = new EventLoopTurns(EventLoopContext.eventLoopOf(vertx.getOrCreateContext()));
    }

    /**
     * The threads that open, read, write and delete files, for all event loops. On any thread.
     *
     * @param vertx has the threads, and ends them
     * @return another executor at each call, with the same threads
     */
    public static WorkerExecutor files(final Vertx vertx) {
        return vertx.createSharedWorkerExecutor("jzenith-files", FILE_THREADS);
    }

    /**
     * Returns true if the current thread is the event loop. On any thread.
     *
     * @return false on another event loop, too
     */
    public boolean isOnEventLoop() {
        return Thread.currentThread() == eventLoopThread;
    }

    /**
     * Threads that read large documents, one per processor for all event loops: more would only need more memory at a time.
     *
     * @return the same at each call
     */
    public WorkerExecutor documents() {
        return documents;
    }

    /**
     * Threads that open and read files.
     *
     * @return the same at each call
     */
    public WorkerExecutor files() {
        return files;
    }

    /**
     * The turns of long work on the event loop.
     *
     * @return the same at each call
     */
    public EventLoopTurns turns() {
        return turns;
    }

    /**
     * Returns the Vert.x for timers.
     *
     * @return has the event loop
     */
    public Vertx vertx() {
        return vertx;
    }
}
