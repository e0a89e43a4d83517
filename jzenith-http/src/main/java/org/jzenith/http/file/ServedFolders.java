package org.jzenith.http.file;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.core.internal.start.CallerLine;
import org.jzenith.http.handler.ListenerName;

/**
 * Describes the plugin that serves the files of a folder or of the class path, on the listener of an {@code HttpPlugin} or {@code
 * RestPlugin}. {@link StaticFiles} creates it:
 *
 * <pre>{@code
 * StaticFiles.of(
 *     StaticFiles.at("/", "classpath:web")
 *                .withFallback("index.html")
 *                .withImmutable("assets/**"))
 * }</pre>
 *
 * <p>The path of a folder serves its {@code index.html}. Files have {@code ETag} and {@code Last-Modified}, and support ranges.
 * Clients that accept a coding get the compressed file beside a file ({@code app.js.br}, {@code app.js.zst}, {@code app.js.gz}).
 * Never served are files outside of the folder, directory listings, and names that start with a dot, except {@code .well-known}.
 *
 * <p>Immutable: every method returns a description with the change.
 */
@CheckReturnValue
public final class ServedFolders implements PluginSource {

    private final String line;
    private final String qualifier;
    private final ListenerName listener;
    private final List<ServedFolder> folders;

    ServedFolders(final String qualifier) {
        this(
                CallerLine.of(StaticFiles.class, ServedFolders.class),
                Objects.requireNonNull(qualifier, "qualifier"),
                ListenerName.MAIN,
                List.of());
    }

    /** @param line the line of code that created the plugin */
    private ServedFolders(
            final String line, final String qualifier, final ListenerName listener, final List<ServedFolder> folders) {
        this.line = line;
        this.qualifier = qualifier;
        this.listener = listener;
        this.folders = List.copyOf(folders);
    }

    /**
     * Adds folders.
     *
     * @param added created by {@link StaticFiles#at}
     * @return a plugin with these folders too
     */
    public ServedFolders withFolders(final ServedFolder... added) {
        final List<ServedFolder> all = new ArrayList<>(folders);
        all.addAll(List.of(added));
        return new ServedFolders(line, qualifier, listener, all);
    }

    /**
     * Serves the files of all folders on the listener of another plugin.
     *
     * @param plugin its name, for example {@code rest.admin}
     * @return a plugin for that listener
     */
    public ServedFolders onListenerOf(final String plugin) {
        return new ServedFolders(line, qualifier, new ListenerName(plugin), folders);
    }

    @Override
    public Plugin plugin() {
        return new StaticFilesPhases(line, qualifier, listener, folders);
    }
}
