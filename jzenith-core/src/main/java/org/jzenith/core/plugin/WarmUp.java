package org.jzenith.core.plugin;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import io.reactivex.Completable;

/** A {@link org.jzenith.core.Plugin} that takes part in a training run. */
@CheckReturnValue
public interface WarmUp {

    /**
     * Does the work of typical requests once, so that a class archive (AppCDS, AOT cache) written at the end of the run contains the
     * classes that requests need. Called only with {@code --training-run}, when all listeners are open.
     *
     * @param injector the application's objects
     * @return completes when done; an error fails the run
     */
    Completable warmUp(Injector injector);
}
