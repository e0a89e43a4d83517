package org.jzenith.javascript.internal.load;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.MountPart;
import org.jzenith.javascript.internal.module.ScriptFolder;
import org.jzenith.javascript.internal.realm.ScriptEngine;

/** The files of one folder, and the engine that runs them. Blocks. For one thread at a time. */
public final class ScriptFiles {

    private final String mountPath;
    private final String folderName;
    private final String line;
    private final Supplier<ScriptEngine> engines;

    private @Nullable ScriptFolder folder;
    private @Nullable ScriptEngine engine;
    private @Nullable RealmLoader loader;

    /** The files as they are served. */
    private @Nullable LoadedRealm present;

    private List<StartProblem> problems = List.of();

    /**
     * Names the files without reading them.
     *
     * @param mountPath the path of the mount, without a trailing slash
     * @param folderName the folder of the files
     * @param line the line of code that names it
     * @param engines creates the engine
     */
    public ScriptFiles(
            final String mountPath, final String folderName, final String line, final Supplier<ScriptEngine> engines) {
        this.mountPath = mountPath;
        this.folderName = folderName;
        this.line = line;
        this.engines = engines;
    }

    /**
     * Loads the files at the first call.
     *
     * @return the routes of all files without a mistake
     */
    public List<MountPart> routes() {
        if (present == null && problems.isEmpty()) {
            try {
                final ScriptFolder found = ScriptFolder.of(folderName, line);
                folder = found;
                final ScriptEngine created = engines.get();
                engine = created;
                loader = new RealmLoader(created, found, mountPath);
                present = loader.load();
                problems = present.problems();
            } catch (final StartException e) {
                problems = e.problems();
            }
            if (!problems.isEmpty()) {
                close();
            }
        }
        return present == null ? List.of() : present.routes().parts();
    }

    /**
     * Returns the mistakes in the files.
     *
     * @return empty if there are none, and before the files are loaded
     */
    public List<StartProblem> problems() {
        return problems;
    }

    /**
     * Returns the first realm. The files are loaded.
     *
     * @return the same realm until {@link #reload} and {@link #moveTo}
     */
    public LoadedRealm first() {
        return Objects.requireNonNull(present);
    }

    /**
     * Loads the files that are served into a further realm.
     *
     * @return a realm with the same routes
     * @throws StartException if the files register other routes than before
     */
    public LoadedRealm again() {
        return again(first());
    }

    /**
     * Loads changed files, which are served from now on.
     *
     * @param count the number of realms
     * @return the realms
     * @throws StartException if there are mistakes in the files
     */
    public List<LoadedRealm> reload(final int count) {
        final List<LoadedRealm> all = new ArrayList<>();
        try {
            Objects.requireNonNull(loader).forgetFiles();
            for (int i = 0; i < count; i++) {
                all.add(all.isEmpty() ? load() : again(all.get(0)));
            }
        } catch (final RuntimeException e) {
            all.forEach(loaded -> loaded.realm().close());
            throw e instanceof final StartException mistakes
                    ? mistakes
                    : new StartException(StartProblem.of("The handlers cannot be loaded: " + e)
                            .from(line)
                            .remedy("Correct the files.")
                            .causedBy(e));
        }
        present = all.get(0);
        return all;
    }

    private LoadedRealm load() {
        final LoadedRealm loaded = Objects.requireNonNull(loader).load();
        if (!loaded.problems().isEmpty()) {
            throw new StartException(loaded.problems());
        }
        return loaded;
    }

    /** @param before the same files in another realm */
    private LoadedRealm again(final LoadedRealm before) {
        final LoadedRealm loaded = load();
        if (!loaded.routes().parts().equals(before.routes().parts())) {
            loaded.realm().close();
            throw new StartException(StartProblem.of(
                            "The files of '" + folderName + "' register different routes when they are loaded again.")
                    .from(line)
                    .remedy("The files are loaded once for each event loop. Register the same routes each time."));
        }
        return loaded;
    }

    /**
     * Loads the files into a first realm of another engine, and closes the engine before it.
     *
     * @param other the engine of all realms from now on
     * @throws StartException if the files register other routes than before
     */
    public void moveTo(final ScriptEngine other) {
        engine().close();
        engine = other;
        loader = new RealmLoader(other, Objects.requireNonNull(folder), mountPath);
        present = again();
    }

    /**
     * Returns the engine of all realms. The files are loaded.
     *
     * @return the same until {@link #moveTo}
     */
    public ScriptEngine engine() {
        return Objects.requireNonNull(engine);
    }

    /**
     * Returns the folder. The files are loaded.
     *
     * @return its path, with all links resolved
     */
    public Path root() {
        return Objects.requireNonNull(folder).root();
    }

    /** Closes all realms, and deletes a temporary copy of the files. */
    public void close() {
        if (engine != null) {
            engine.close();
        }
        if (folder != null) {
            folder.close();
        }
    }
}
