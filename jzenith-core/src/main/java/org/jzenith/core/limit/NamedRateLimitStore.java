package org.jzenith.core.limit;

import com.google.inject.Binder;
import com.google.inject.multibindings.Multibinder;

/**
 * For plugins: a store that a setting such as {@code rest.rate-limit.store} selects by its name.
 *
 * @param name the name of the plugin that brings the store, such as {@code redis} or {@code redis.limits}
 * @param store the store, which counts for all instances together
 */
public record NamedRateLimitStore(String name, RateLimitStore store) {

    /**
     * Returns the stores of the plugins, to which a module adds its own.
     *
     * @param binder the binder of the module
     * @return the set of stores
     */
    public static Multibinder<NamedRateLimitStore> binder(final Binder binder) {
        return Multibinder.newSetBinder(binder, NamedRateLimitStore.class);
    }
}
