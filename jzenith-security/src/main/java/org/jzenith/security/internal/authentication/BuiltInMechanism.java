package org.jzenith.security.internal.authentication;

import com.google.inject.Injector;
import com.google.inject.Module;
import java.util.List;

/** The module of a mechanism that {@link org.jzenith.security.SecurityPlugin} brings, and its part in the phases of the plugin. Immutable. */
public interface BuiltInMechanism extends Module {

    /**
     * Returns the name of the mechanism.
     *
     * @return a value such as {@code basic}
     */
    String name();

    /**
     * Returns the settings.
     *
     * @return a {@code @ConfigMapping} interface
     */
    List<Class<?>> configurations();

    /**
     * Checks settings and files. Blocks.
     *
     * @param injector the application's objects
     * @throws org.jzenith.core.problem.StartException with all mistakes
     */
    default void check(final Injector injector) {}

    /**
     * Starts the work between requests, such as looking at files.
     *
     * @param injector the application's objects
     */
    default void start(final Injector injector) {}

    /**
     * Ends what {@link #start} has started.
     *
     * @param injector the application's objects
     */
    default void stop(final Injector injector) {}
}
