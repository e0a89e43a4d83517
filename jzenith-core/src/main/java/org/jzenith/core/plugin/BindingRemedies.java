package org.jzenith.core.plugin;

import java.util.Map;

/** A {@link org.jzenith.core.Plugin} that says how to adjust the objects that it binds. */
public interface BindingRemedies {

    /**
     * Names what an application does instead of binding a type that {@link org.jzenith.core.Plugin#modules} bind. An application
     * that binds such a type does not start; the report has the sentence of the type.
     *
     * @return type and complete sentences, for example how the object of the plugin is adjusted
     */
    Map<Class<?>, String> bindingRemedies();
}
