package org.jzenith.core.plugin;

import java.util.Optional;
import org.jzenith.core.Plugin;

/** A {@link Plugin} beside which an application may add another plugin with the same name: both become one. */
public interface MergeablePlugin {

    /**
     * Takes over another plugin with the same name.
     *
     * @param other a plugin of the same application
     * @return one plugin in the place of both; empty if two plugins of this name are a mistake, which fails the start
     */
    Optional<Plugin> takeOver(Plugin other);
}
