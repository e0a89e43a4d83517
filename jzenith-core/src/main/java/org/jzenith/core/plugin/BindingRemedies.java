package org.jzenith.core.plugin;

import java.util.Map;

/** A {@link org.jzenith.core.Plugin} that explains how an application can adjust the plugin's objects. */
public interface BindingRemedies {

    /**
     * Returns advice for an application that binds a type which {@link org.jzenith.core.Plugin#modules} already bind. Such an application
     * does not start, and the report contains the advice for the type.
     *
     * @return complete sentences by type, for example how to adjust the plugin's object
     */
    Map<Class<?>, String> bindingRemedies();
}
