package org.jzenith.core;

/**
 * An argument of {@link JZenith#withPlugins}: a {@link Plugin}, or the description of one, such as {@code
 * SecurityPlugin}. A description has methods for users only; the plugin that it creates, such as {@code SecurityPhases}, is
 * package-private and has the phases of start and stop.
 */
public interface PluginSource {

    /**
     * Creates the plugin. jZenith calls this method when the plugin is added.
     *
     * @return the plugin; a {@link Plugin} returns itself
     */
    Plugin plugin();
}
