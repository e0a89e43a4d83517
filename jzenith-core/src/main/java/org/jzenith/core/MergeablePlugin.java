package org.jzenith.core;

import java.util.Optional;

/** For plugins: a {@link Plugin} that an application can add several times with the same name. jZenith merges these plugins into one. */
public interface MergeablePlugin {

    /**
     * Merges this plugin with another one of the same name.
     *
     * @param other a plugin of the same application
     * @return one plugin that replaces both; empty if they cannot be merged, which fails startup
     */
    Optional<Plugin> takeOver(Plugin other);
}
