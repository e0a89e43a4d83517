package org.jzenith.javascript.internal.request;

import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.development.DevelopmentSession;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.http.handler.MountPart;
import org.jzenith.javascript.internal.configuration.JavaScriptConfiguration;
import org.jzenith.javascript.internal.load.FolderWatch;
import org.jzenith.javascript.internal.load.LoadedRealm;
import org.jzenith.javascript.internal.load.ScriptFiles;
import org.jzenith.javascript.internal.realm.ScriptEngine;
import org.jzenith.javascript.internal.realm.ScriptRealm;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The realms of one folder, one for each event loop. Safe for use by many threads. */
public final class ScriptServer {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.javascript.JavaScriptPlugin");

    private static final long RETRY_MILLIS = 1_000;

    private final String folderName;
    private final JavaScriptConfiguration settings;
    private final List<String> apis;
    private final ScriptFiles files;
    private @Nullable Vertx vertx;

    /** Null outside of the development mode. */
    private volatile @Nullable DevelopmentSession development;

    private boolean closed;
    private volatile Map<Object, RealmSlot> slots = Map.of();

    /** The mistakes in files that were changed in development mode; null if there are none. */
    private volatile @Nullable StartException broken;

    /**
     * Creates a server without realms.
     *
     * @param mountPath the path of the mount, without a trailing slash
     * @param folderName the folder of the files
     * @param line the line of code that names it
     * @param settings the settings
     * @param apis the names of the objects beside the request
     */
    public ScriptServer(
            final String mountPath,
            final String folderName,
            final String line,
            final JavaScriptConfiguration settings,
            final List<String> apis) {
        this.folderName = folderName;
        this.settings = settings;
        this.apis = apis;
        this.files = new ScriptFiles(mountPath, folderName, line, () -> engine(Optional.empty()));
    }

    private ScriptEngine engine(final Optional<Integer> inspect) {
        return new ScriptEngine(settings.maxTurn(), settings.hostAccess().orElse(List.of()), apis, inspect);
    }

    /**
     * Loads the files at the first call.
     *
     * @return the routes of all files without a mistake
     */
    public synchronized List<MountPart> routes() {
        return files.routes();
    }

    /**
     * Loads the files, and reports their mistakes.
     *
     * @throws StartException if there are some
     */
    public synchronized void check() {
        final List<MountPart> routes = files.routes();
        if (!files.problems().isEmpty()) {
            throw new StartException(files.problems());
        }
        if (routes.isEmpty()) {
            LOGGER.warn(
                    "The files in '{}' register no route. Register one, for example with get('/path', handler).",
                    folderName);
        }
    }

    /**
     * Creates the realms of all event loops. Blocks.
     *
     * @param running has the event loops
     */
    public synchronized void start(final Vertx running) {
        vertx = running;
        try {
            if (settings.inspect().isPresent()) { // not earlier: --check and --routes open no port
                files.moveTo(engine(settings.inspect()));
            }
            files.engine().start();
            slots = slots(running);
        } catch (final RuntimeException e) {
            close();
            throw e;
        }
        development = DevelopmentSession.current().orElse(null);
        if (development != null) {
            new FolderWatch(files.root(), this::reload).begin(running);
        }
    }

    private Map<Object, RealmSlot> slots(final Vertx running) {
        final Map<Object, RealmSlot> created = new HashMap<>();
        for (final EventLoopContext loop : EventLoopContext.onEach(running)) {
            final LoadedRealm loaded = created.isEmpty() ? files.first() : files.again();
            final RealmSlot slot = new RealmSlot(loop, loaded);
            created.put(loop.eventLoop(), slot);
            bind(slot, loaded);
        }
        return created;
    }

    /** Loads changed files into new realms. Requests in flight keep theirs. On a worker thread. */
    private synchronized void reload() {
        if (closed) {
            return;
        }
        final long begun = System.nanoTime();
        final Iterator<LoadedRealm> next;
        try {
            next = files.reload(slots.size()).iterator();
        } catch (final StartException e) {
            broken = e;
            LOGGER.error("The handlers cannot be reloaded. {}", e.getMessage());
            return;
        }
        for (final RealmSlot slot : slots.values()) {
            final LoadedRealm loaded = next.next();
            slot.eventLoop().run(() -> {
                final ScriptRealm old = slot.loaded().realm();
                slot.replace(loaded);
                bind(slot, loaded);
                old.retire();
            });
        }
        broken = null;
        LOGGER.info("Reloaded the handlers in {} ms.", (System.nanoTime() - begun) / 1_000_000);
    }

    private void bind(final RealmSlot slot, final LoadedRealm loaded) {
        loaded.realm().bind(slot.eventLoop(), lost -> replace(slot, lost));
        files.engine().watch(loaded.realm());
    }

    /** Replaces a realm whose turn does not react. On the thread of the watch. */
    private void replace(final RealmSlot slot, final ScriptRealm lost) {
        LOGGER.error("JavaScript could not be interrupted. jZenith replaces its realm; all requests in the realm "
                + "fail.");
        slot.eventLoop().runLater(lost::failAll);
        final Vertx running = Objects.requireNonNull(vertx);
        running.executeBlocking(
                () -> {
                    lost.end();
                    return true;
                },
                false);
        replaceSoon(running, slot, lost);
    }

    private void replaceSoon(final Vertx running, final RealmSlot slot, final ScriptRealm lost) {
        running.executeBlocking(
                        () -> {
                            replaceNow(slot, lost);
                            return true;
                        },
                        false)
                .onFailure(e -> {
                    LOGGER.error("A JavaScript realm could not be replaced. jZenith tries again in 1 s.", e);
                    running.setTimer(RETRY_MILLIS, timer -> replaceSoon(running, slot, lost));
                });
    }

    /** On a worker thread. */
    private synchronized void replaceNow(final RealmSlot slot, final ScriptRealm lost) {
        if (closed || slot.loaded().realm() != lost) {
            return;
        }
        final LoadedRealm next = files.again();
        slot.eventLoop().run(() -> {
            slot.replace(next);
            bind(slot, next);
        });
    }

    /** Returns null outside of the development mode. */
    @Nullable
    DevelopmentSession development() {
        return development;
    }

    /** Returns the mistakes of files that were changed in development mode; null if there are none. */
    @Nullable
    StartException broken() {
        return broken;
    }

    /** Returns the realm of an event loop. On that event loop. */
    LoadedRealm realm(final ScheduledExecutorService eventLoop) {
        return Objects.requireNonNull(slots.get(eventLoop)).loaded();
    }

    /** Closes all realms. Blocks. */
    public synchronized void close() {
        closed = true;
        slots.values().forEach(slot -> slot.loaded().realm().stop());
        files.close();
    }
}
