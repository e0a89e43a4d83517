package org.jzenith.core.plugin;

import java.util.Map;

/** A {@link org.jzenith.core.Plugin} whose parts have names and their own settings. */
public interface NamedConfigurations {

    /**
     * Returns the settings interfaces of the plugin's named parts. The name follows the prefix, like a {@link
     * org.jzenith.core.Plugin#qualifier}: the part {@code report} has keys such as {@code jobs.report.cron}. The plugin reads them with
     * {@code configuration.qualified(name).get(type)}. Only for a plugin without qualifier.
     *
     * @return a {@code @ConfigMapping} interface by the name: lower-case letters, digits and hyphens
     */
    Map<String, Class<?>> namedConfigurations();
}
