package org.jzenith.javascript.internal.realm;

import io.reactivex.disposables.Disposable;

/** The work that a turn of JavaScript is part of: a request, or the loading of files. Used on the event loop of the realm. */
public interface TurnOwner {

    /**
     * Runs work later or now as a part of this owner, with its context. On any thread.
     *
     * @param work must not block
     */
    void execute(Runnable work);

    /**
     * Records that a turn did not end normally.
     *
     * @param failure the cause
     */
    void failed(ScriptFailure failure);

    /**
     * Records that a promise was rejected and nothing handles it.
     *
     * @param error the reason
     */
    void rejected(ScriptException error);

    /**
     * Adds work that ends with this owner.
     *
     * @param work is disposed when the owner ends, at once if it has ended
     */
    void add(Disposable work);

    /**
     * Removes work that has ended.
     *
     * @param work was added
     */
    void remove(Disposable work);

    /**
     * Returns true if the next turn may run code that is not loaded yet.
     *
     * @return true for a turn that may take 10 times as long
     */
    default boolean isCold() {
        return false;
    }

    /**
     * Names the owner for the log.
     *
     * @return a route, or a file
     */
    String description();
}
