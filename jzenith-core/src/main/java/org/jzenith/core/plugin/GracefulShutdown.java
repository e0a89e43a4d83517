package org.jzenith.core.plugin;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import io.reactivex.Completable;

/** A {@link org.jzenith.core.Plugin} that waits for its work in flight before the application stops. */
@CheckReturnValue
public interface GracefulShutdown {

    /**
     * Tells clients that the stop has started, while the listener is still open. Called for all plugins whose listeners have opened, before
     * {@link org.jzenith.core.internal.configuration.JZenithConfiguration#stopDelay} and {@link #drain}; not called if startup has failed
     * half-way.
     *
     * @param injector the application's objects
     * @return completes when the clients are told; an error is reported and the stop goes on
     */
    default Completable announceStop(final Injector injector) {
        return Completable.complete();
    }

    /**
     * Closes the listener: accepts no new requests, waits for those in flight, and ends the remaining ones at the time limit.
     *
     * @param injector the application's objects
     * @return completes when no request is in flight; an error is reported and the stop goes on
     */
    Completable drain(Injector injector);
}
