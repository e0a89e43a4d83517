package org.jzenith.javascript.internal.load;

import io.reactivex.disposables.Disposable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.graalvm.polyglot.Source;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.javascript.internal.module.ScriptFileSystem;
import org.jzenith.javascript.internal.module.ScriptFolder;
import org.jzenith.javascript.internal.realm.ScriptEngine;
import org.jzenith.javascript.internal.realm.ScriptException;
import org.jzenith.javascript.internal.realm.ScriptFailure;
import org.jzenith.javascript.internal.realm.ScriptRealm;
import org.jzenith.javascript.internal.realm.TurnOwner;
import org.jzenith.javascript.internal.route.RouteRegistration;
import org.jzenith.javascript.internal.schema.BodySchema;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loads the files of one folder into new realms, each time as they are then. Blocks. */
public final class RealmLoader {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.javascript.JavaScriptPlugin");

    private final ScriptEngine engine;
    private final ScriptFolder folder;
    private final String mountPath;
    private final BodySchema.SchemaCompiler schemas = new BodySchema.SchemaCompiler();

    /**
     * Creates a loader.
     *
     * @param engine runs the files
     * @param folder has the files
     * @param mountPath the path of the mount, without a trailing slash
     */
    public RealmLoader(final ScriptEngine engine, final ScriptFolder folder, final String mountPath) {
        this.engine = engine;
        this.folder = folder;
        this.mountPath = mountPath;
    }

    /**
     * Creates a realm and runs all files in it.
     *
     * @return the realm, and the mistakes in the files
     */
    public LoadedRealm load() {
        final RouteRegistration registration = new RouteRegistration(mountPath, schemas);
        final List<StartProblem> problems = new ArrayList<>();
        final ScriptRealm realm = engine.realm(new ScriptFileSystem(folder), folder.root(), registration::add);
        for (final Path file : folder.entries()) {
            final String name = file.getFileName().toString();
            registration.begin(name);
            final Loading loading = new Loading(name);
            try {
                final Source source = Source.newBuilder("js", file.toFile())
                        .content(Files.readString(file))
                        .mimeType("application/javascript+module")
                        .build();
                realm.turn(loading, () -> {
                    if (folder.isCommonJs(file)) {
                        realm.function("require").executeVoid("./" + name);
                    } else {
                        realm.evaluate(source);
                    }
                });
            } catch (final IOException e) {
                problems.add(StartProblem.of("The file " + name + " cannot be read.")
                        .from(file.toString())
                        .remedy("Check its permissions.")
                        .causedBy(e));
            }
            if (loading.failure != null) {
                problems.add(LoadProblems.of(folder, name, loading.failure));
            }
        }
        problems.addAll(registration.problems());
        return new LoadedRealm(realm, registration.end(), problems);
    }

    /** The evaluation of a file, and the timers that it has set. */
    private static final class Loading implements TurnOwner {

        private final String file;
        private @Nullable ScriptFailure failure;

        Loading(final String file) {
            this.file = file;
        }

        @Override
        public void execute(final Runnable work) {
            work.run();
        }

        @Override
        public void failed(final ScriptFailure ended) {
            if (failure == null) {
                failure = ended;
            }
            LOGGER.debug("JavaScript of {} has failed.", file, ended.exception());
        }

        @Override
        public void rejected(final ScriptException error) {
            failed(new ScriptFailure(ScriptFailure.Kind.ERROR, error));
        }

        @Override
        public void add(final Disposable work) {}

        @Override
        public void remove(final Disposable work) {}

        @Override
        public String description() {
            return file;
        }
    }
}
