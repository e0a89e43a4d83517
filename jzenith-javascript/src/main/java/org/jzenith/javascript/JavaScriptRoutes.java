package org.jzenith.javascript;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.http.handler.ListenerName;

/** The plugin that {@link JavaScriptPlugin} creates. Immutable: each method returns a new plugin. */
@CheckReturnValue
public final class JavaScriptRoutes implements PluginSource {

    private final JavaScriptPhases phases;

    JavaScriptRoutes(final JavaScriptPhases phases) {
        this.phases = phases;
    }

    /**
     * Serves the routes on the listener of a plugin other than {@code rest}.
     *
     * @param plugin the name of the plugin, for example {@code rest.admin}
     * @return a plugin for that listener
     */
    public JavaScriptRoutes onListenerOf(final String plugin) {
        return new JavaScriptRoutes(
                new JavaScriptPhases(phases.line(), phases.path(), phases.folder(), new ListenerName(plugin)));
    }

    @Override
    public Plugin plugin() {
        return phases;
    }
}
