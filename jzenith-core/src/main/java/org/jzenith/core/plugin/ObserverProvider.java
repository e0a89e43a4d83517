package org.jzenith.core.plugin;

import java.util.List;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.observe.EventObserver;

/**
 * A {@link org.jzenith.core.Plugin} whose observers depend on its settings. A plugin with a qualifier must use this instead of {@link
 * org.jzenith.core.observe.Observers#binder}, because observers exist before the objects of such a plugin.
 */
public interface ObserverProvider {

    /**
     * Returns observers of the whole application. Called once, before any object is created.
     *
     * @param configuration the configured values; for a plugin with a qualifier, its own
     * @return empty to observe nothing
     */
    List<EventObserver<?>> observers(Configuration configuration);
}
