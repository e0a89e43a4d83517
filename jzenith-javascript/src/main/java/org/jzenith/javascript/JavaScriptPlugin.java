package org.jzenith.javascript;

import java.util.Objects;
import org.jzenith.core.internal.start.CallerLine;
import org.jzenith.http.handler.ListenerName;

/**
 * Serves routes that are written in JavaScript, beside the Jakarta REST resources:
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
 * <p>At startup, jZenith loads all files directly in the folder that end with {@code .js}, {@code .mjs} or {@code .cjs}, except tests,
 * such as {@code users.test.js}. It loads them once for each event loop, in the order of their names. They can import other files of the
 * folder and packages in its {@code node_modules}. Run only code that you trust: JavaScript can use up the CPU and the memory.
 */
public final class JavaScriptPlugin {

    private JavaScriptPlugin() {}

    /**
     * Creates a plugin that serves the routes of a folder's files.
     *
     * @param path the path before the paths of all routes; starts with a slash, without {@code rest.context-path}
     * @param folder the folder of the files, relative to the working directory; if it does not exist there, a folder on the class path
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
