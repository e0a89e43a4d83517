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
 * node_modules}. Use it for your team's own code, not for strangers' code, which could use up the CPU and the memory.
 */
public final class JavaScriptPlugin {

    private JavaScriptPlugin() {}

    /**
     * Creates a plugin that serves the routes of a folder's files.
     *
     * @param path the path of all routes; starts with a slash, and does not start with {@code rest.context-path}
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
