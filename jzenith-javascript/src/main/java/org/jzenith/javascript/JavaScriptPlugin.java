package org.jzenith.javascript;

import java.util.Objects;
import org.jzenith.core.internal.start.CallerLine;
import org.jzenith.http.handler.ListenerName;

/**
 * Serves the routes that the JavaScript files of a folder register, beside REST:
 *
 * <pre>{@code
 * JavaScriptPlugin.at("/api", "handlers")
 * }</pre>
 *
 * <pre>{@code
 * // handlers/users.js
 * import { get } from 'jzenith'
 *
 * get('/users/{id}', ({ path }) => ({ id: path.id }))
 * }</pre>
 *
 * <p>All files directly in the folder that end with {@code .js}, {@code .mjs} or {@code .cjs} are loaded at startup, once for each event
 * loop, in the order of their names, except {@code *.test.js}. They may import others of the folder, and packages in its {@code
 * node_modules}. It is for the team's own code: JavaScript of strangers can use up the CPU and the memory.
 */
public final class JavaScriptPlugin {

    private JavaScriptPlugin() {}

    /**
     * Begins a plugin.
     *
     * @param path of all routes of the folder; begins with a slash, and does not begin with {@code rest.context-path}
     * @param folder a folder in the file system, relative to the working directory, or otherwise one on the class path
     * @return a plugin for the listener of {@code rest}
     */
    public static JavaScriptRoutes at(final String path, final String folder) {
        return new JavaScriptRoutes(new JavaScriptPhases(
                CallerLine.of(JavaScriptPlugin.class),
                Objects.requireNonNull(path, "path"),
                Objects.requireNonNull(folder, "folder"),
                ListenerName.MAIN));
    }
}
