package org.jzenith.javascript.internal.load;

import io.reactivex.disposables.Disposable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.proxy.ProxyExecutable;
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

/** Loads the files of one folder into new realms. Blocks. For one thread at a time. */
public final class RealmLoader {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.javascript.JavaScriptPlugin");

    private final ScriptEngine engine;
    private final ScriptFolder folder;
    private final String mountPath;
    private final BodySchema.SchemaCompiler schemas = new BodySchema.SchemaCompiler();
    private ScriptFileSystem files;
    private List<Path> entries;

    /**
     * Creates a loader.
     *
     * @param engine runs the files
     * @param folder contains the files
     * @param mountPath the path of the mount, without a trailing slash
     */
    public RealmLoader(final ScriptEngine engine, final ScriptFolder folder, final String mountPath) {
        this.engine = engine;
        this.folder = folder;
        this.mountPath = mountPath;
        this.files = new ScriptFileSystem(folder);
        this.entries = folder.entries();
    }

    /** Reads the files again for the next realm. Without this call, all realms have the same content. */
    public void forgetFiles() {
        files = new ScriptFileSystem(folder);
        entries = folder.entries();
    }

    /**
     * Creates a realm and runs all files in it.
     *
     * @return the realm and the mistakes in the files; with mistakes, the realm is closed
     */
    public LoadedRealm load() {
        final RouteRegistration registration = new RouteRegistration(mountPath, schemas);
        final List<StartProblem> problems = new ArrayList<>();
        final ScriptRealm realm = engine.realm(files, folder.root(), registration::add);
        engine.load(realm, () -> run(realm, registration, problems));
        problems.addAll(registration.problems());
        if (!problems.isEmpty()) {
            realm.close();
        }
        return new LoadedRealm(realm, registration.end(), problems);
    }

    private void run(final ScriptRealm realm, final RouteRegistration registration, final List<StartProblem> problems) {
        final List<Loading> all = new ArrayList<>();
        for (final Path file : entries) {
            final Loading loading = new Loading(file.getFileName().toString());
            registration.begin(loading.file);
            try {
                load(realm, loading, file);
            } catch (final IOException e) {
                problems.add(LoadProblems.unreadable(loading.file, e));
                continue;
            }
            all.add(loading);
            if (loading.failure != null && loading.failure.kind() != ScriptFailure.Kind.ERROR) {
                break; // the realm may be lost
            }
        }
        for (final Loading loading : all) {
            loading.isOver = true;
            if (loading.failure != null) {
                problems.add(LoadProblems.of(folder, loading.file, loading.failure));
            } else if (!loading.isEvaluated) {
                problems.add(LoadProblems.pending(loading.file));
            }
        }
    }

    private void load(final ScriptRealm realm, final Loading loading, final Path file) throws IOException {
        if (files.isCommonJs(file)) {
            realm.turn(loading, () -> realm.function("require").executeVoid("./" + loading.file));
            loading.isEvaluated = true;
            return;
        }
        final Source source = Source.newBuilder("js", file.toFile())
                .content(StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(files.read(file)))
                        .toString())
                .mimeType("application/javascript+module")
                .build();
        realm.turn(loading, () -> realm.evaluate(source));
        if (loading.failure == null) {
            realm.turn(
                    loading,
                    () -> realm.expression("(file, done) => { import(file).then(done, () => {}) }")
                            .executeVoid(file.toUri().toString(), (ProxyExecutable) module -> {
                                loading.isEvaluated = true;
                                return null;
                            }));
        }
    }

    /** The evaluation of a file, and the timers that it has set. */
    private static final class Loading implements TurnOwner {

        private final String file;
        private @Nullable ScriptFailure failure;
        private boolean isEvaluated;

        /** All files are loaded: only timers run. */
        private volatile boolean isOver;

        Loading(final String file) {
            this.file = file;
        }

        @Override
        public void execute(final Runnable work) {
            work.run();
        }

        @Override
        public void failed(final ScriptFailure ended) {
            if (isOver) {
                LOGGER.error("A timer of the file {} failed.", file, ended.exception());
            } else if (failure == null) {
                failure = ended;
            }
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
