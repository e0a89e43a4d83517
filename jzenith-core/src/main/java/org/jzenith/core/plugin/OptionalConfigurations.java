package org.jzenith.core.plugin;

import java.util.Map;

/** A {@link org.jzenith.core.Plugin} with optional parts, whose settings are read only if the application adds the part. */
public interface OptionalConfigurations {

    /**
     * Returns the settings of the parts that the application has not added. If a source sets one of their keys, startup fails with the
     * advice to add the part.
     *
     * @return the advice by {@code @ConfigMapping} interface, such as {@code Add withApiKeys() to SecurityPlugin.}
     */
    Map<Class<?>, String> optionalConfigurations();
}
