package org.jzenith.core;

/**
 * An argument of {@link JZenith#withPlugins}: a {@link Plugin}, or the description of one, such as what {@code
 * RestPlugin.withResources(..)} returns. A description has methods for users only; the plugin that it makes has the
 * phases of start and stop.
 */
public interface PluginSource {

    /**
     * Makes the plugin. jZenith calls it when the plugin is added.
     *
     * @return the plugin; a {@link Plugin} returns itself
     */
    Plugin plugin();
}
