package org.jzenith.core.plugin;

import java.util.Map;

/** A {@link org.jzenith.core.Plugin} whose parts have names and their own settings. */
public interface NamedConfigurations {

    /**
     * Returns the settings of parts of the plugin that have names. The name stands behind the prefix, as a {@link
     * org.jzenith.core.Plugin#qualifier} does: those of the part {@code report} are {@code jobs.report.cron} and so on. They
     * are read with {@code configuration.qualified(name).get(type)}. Only for a plugin without qualifier.
     *
     * @return a {@code @ConfigMapping} interface by the name: lower-case letters, digits and hyphens
     */
    Map<String, Class<?>> namedConfigurations();
}
