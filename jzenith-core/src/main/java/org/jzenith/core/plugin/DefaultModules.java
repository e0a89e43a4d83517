package org.jzenith.core.plugin;

import com.google.inject.Module;
import java.util.List;

/** A {@link org.jzenith.core.Plugin} with bindings that the application may replace. */
public interface DefaultModules {

    /**
     * Returns the default bindings of the plugin: a binding of another plugin or of the application for the same key replaces
     * them. Modules do no I/O.
     *
     * @return Guice modules
     */
    List<Module> defaultModules();
}
