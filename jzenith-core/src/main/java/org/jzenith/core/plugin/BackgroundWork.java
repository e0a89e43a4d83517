package org.jzenith.core.plugin;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import io.reactivex.Completable;

/** A {@link org.jzenith.core.Plugin} that works without a request, such as one with jobs. */
@CheckReturnValue
public interface BackgroundWork {

    /**
     * Starts what the application does by itself, such as jobs. Called when all listeners are open, before they
     * respond; not in a training run.
     *
     * @param injector the application's objects
     * @return completes when it has started; an error fails startup
     */
    Completable begin(Injector injector);
}
