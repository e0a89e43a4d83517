package org.jzenith.core;

import java.util.Optional;

/** For plugins: a {@link Plugin} beside which an application may add another plugin with the same name: both become one. */
public interface MergeablePlugin {

    /**
     * Takes over another plugin with the same name.
     *
     * @param other a plugin of the same application
     * @return one plugin in the place of both; empty if two plugins of this name are a mistake, which fails startup
     */
    Optional<Plugin> takeOver(Plugin other);
}
