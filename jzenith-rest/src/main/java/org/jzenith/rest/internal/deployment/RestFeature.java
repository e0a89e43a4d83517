package org.jzenith.rest.internal.deployment;

import com.google.inject.Binder;
import com.google.inject.Module;

/**
 * A feature of Jakarta REST: its bindings in Guice, and what it adds to the resource methods of each listener. It has no state, because
 * an application may have several listeners.
 */
@FunctionalInterface
public interface RestFeature extends Module {

    /**
     * Adds readers, writers, steps and checks. Called once for each listener, before its resource methods are compiled.
     *
     * @param context collects what is added
     */
    void addTo(RestFeatureContext context);

    @Override
    default void configure(final Binder binder) {}
}
