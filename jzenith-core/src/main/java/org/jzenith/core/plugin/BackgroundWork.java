package org.jzenith.core.plugin;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import io.reactivex.Completable;

/** A {@link org.jzenith.core.Plugin} that works without a request, such as one with jobs. */
@CheckReturnValue
public interface BackgroundWork {

    /**
     * Starts work that the application does without a request, such as jobs. Called when all listeners are open, but before they respond.
     * Not called in a training run.
     *
     * @param injector the application's objects
     * @return completes when the work has started; an error fails startup
     */
    Completable begin(Injector injector);
}
