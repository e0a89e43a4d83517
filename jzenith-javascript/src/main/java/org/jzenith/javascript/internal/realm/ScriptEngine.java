package org.jzenith.javascript.internal.realm;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.FileSystem;
import org.graalvm.polyglot.io.IOAccess;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** GraalJS for one application: the engine that its realms share, and the watch of their turns. Safe for use by many threads. */
public final class ScriptEngine {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.javascript.JavaScriptPlugin");
    private static final Logger CONSOLE = LoggerFactory.getLogger("javascript");

    /** The file of {@code import 'jzenith'} for GraalJS, relative to the folder. */
    public static final String JZENITH = ".jzenith.js";

    /** A file may run for this many turns when it is loaded. */
    private static final int LOAD_TURNS = 300;

    private final Engine engine;
    private final Source prelude = source("prelude.js");
    private final Source url = source("url.js");
    private final HostAccess access;
    private final Set<String> hostClasses;
    private final List<String> apis;
    private final Duration maxLoad;
    private final TurnWatch watch;
    private final boolean isInspected;

    /**
     * Creates an engine without realms.
     *
     * @param maxTurn the CPU time after which a turn is interrupted
     * @param hostClasses the Java classes that JavaScript may use
     * @param apis the names of the objects beside the request
     * @param inspect the port of the inspector, 0 for a free one; empty for none. With an inspector no turn is interrupted, because one
     *     that stands at a breakpoint takes long
     * @throws StartException if a class is missing, or the inspector cannot be opened
     */
    public ScriptEngine(
            final Duration maxTurn,
            final List<String> hostClasses,
            final List<String> apis,
            final Optional<Integer> inspect) {
        this.watch = new TurnWatch(maxTurn);
        this.maxLoad = maxTurn.multipliedBy(LOAD_TURNS);
        this.hostClasses = Set.copyOf(hostClasses);
        this.apis = List.copyOf(apis);
        this.access = access(hostClasses);
        this.isInspected = inspect.isPresent();
        this.engine = inspect.map(ScriptInspector::open)
                .orElseGet(() -> engineBuilder().build());
    }

    static Engine.Builder engineBuilder() {
        return Engine.newBuilder("js").allowExperimentalOptions(true).option("engine.WarnInterpreterOnly", "false");
    }

    /** Starts the watch, and says in the log whether JavaScript is compiled. */
    public void start() {
        watch.start();
        final String implementation = engine.getImplementationName();
        if (implementation.equals("Interpreted")) {
            LOGGER.info(
                    "JavaScript runs in GraalJS's interpreter, because this JVM has no Graal compiler. Hot code runs "
                            + "several times slower than compiled code. See docs/javascript.md.");
        } else {
            LOGGER.info("JavaScript runs in GraalJS and is compiled by {}.", implementation);
        }
    }

    /**
     * Returns the name of the implementation.
     *
     * @return {@code Interpreted} without a compiler
     */
    public String implementation() {
        return engine.getImplementationName();
    }

    /** Ends the watch and all realms. */
    public void close() {
        watch.close();
        engine.close(true);
    }

    /**
     * Creates a realm without files.
     *
     * @param files the files that it may import
     * @param folder the folder of the files
     * @param registered receives the arguments of each {@code get(..)}, {@code post(..)} and so on
     * @return a realm, which this thread may enter
     */
    public ScriptRealm realm(final FileSystem files, final Path folder, final Consumer<Value[]> registered) {
        final Context context = Context.newBuilder("js")
                .engine(engine)
                .allowExperimentalOptions(true)
                .allowHostAccess(access)
                .allowHostClassLookup(hostClasses::contains)
                .allowIO(IOAccess.newBuilder().fileSystem(files).build())
                .in(InputStream.nullInputStream())
                .out(OutputStream.nullOutputStream())
                .err(OutputStream.nullOutputStream())
                .option("js.commonjs-require", "true")
                .option("js.commonjs-require-cwd", folder.toString())
                .option("js.commonjs-core-modules-replacements", "jzenith:./" + JZENITH)
                .option("js.unhandled-rejections", "handler")
                .option("js.text-encoding", "true")
                .build();
        final ScriptRealm realm = new ScriptRealm(context, watch::remove);
        context.enter();
        try {
            realm.prelude(context.eval(prelude)
                    .execute(
                            function(arguments -> {
                                registered.accept(arguments);
                                return null;
                            }),
                            function(arguments -> realm.setTimer(
                                    arguments[0], (long) arguments[1].asDouble(), arguments[2].asBoolean())),
                            function(arguments -> {
                                realm.clearTimer((int) arguments[0].asDouble());
                                return null;
                            }),
                            function(arguments -> {
                                write(arguments[0].asString(), LogText.escape(arguments[1].asString()));
                                return null;
                            }),
                            function(arguments -> {
                                unhandled(realm, arguments[0].asString(), arguments[1].asString());
                                return null;
                            }),
                            ProxyArray.fromList(List.copyOf(apis)),
                            !hostClasses.isEmpty()));
            context.eval(url)
                    .executeVoid(function(arguments -> UrlParts.parse(
                            arguments[0].asString(), arguments[1].isNull() ? null : arguments[1].asString())));
        } finally {
            context.leave();
        }
        return realm;
    }

    /**
     * Loads files, and interrupts one that takes 300 times as long as a turn may, unless there is an inspector.
     *
     * @param realm is not bound yet
     * @param work loads the files, each in a turn
     */
    public void load(final ScriptRealm realm, final Runnable work) {
        if (isInspected) {
            work.run();
            return;
        }
        final TurnWatch loading = new TurnWatch(maxLoad);
        loading.add(realm);
        loading.start();
        try {
            work.run();
        } finally {
            loading.close();
        }
    }

    /**
     * Watches the turns of a realm until it is closed, unless there is an inspector.
     *
     * @param realm is bound to its event loop
     */
    public void watch(final ScriptRealm realm) {
        if (!isInspected) {
            watch.add(realm);
        }
    }

    private static ProxyExecutable function(final ProxyExecutable function) {
        return function;
    }

    /** Writes a line of {@code console}. */
    static void write(final String level, final String text) {
        switch (level) {
            case "debug" -> CONSOLE.debug("{}", text);
            case "warn" -> CONSOLE.warn("{}", text);
            case "error" -> CONSOLE.error("{}", text);
            default -> CONSOLE.info("{}", text);
        }
    }

    private static void unhandled(final ScriptRealm realm, final String text, final String stack) {
        final TurnOwner owner = realm.current();
        if (owner != null) {
            owner.rejected(new ScriptException(text, stack, null));
        }
    }

    private static HostAccess access(final List<String> names) {
        final HostAccess.Builder builder = HostAccess.newBuilder().allowBufferAccess(true);
        for (final String name : names) {
            final Class<?> type;
            try {
                type = Class.forName(name, false, Thread.currentThread().getContextClassLoader());
            } catch (final ClassNotFoundException e) {
                throw new StartException(StartProblem.of(
                                "javascript.host-access names the class " + name + ", which is not on the class path.")
                        .from("javascript.host-access")
                        .remedy("Correct the name, or remove it.")
                        .causedBy(e));
            }
            for (final Executable constructor : type.getConstructors()) {
                builder.allowAccess(constructor);
            }
            for (final Executable method : type.getMethods()) {
                if (method.getDeclaringClass() != Object.class) {
                    builder.allowAccess(method);
                }
            }
            for (final Field field : type.getFields()) {
                builder.allowAccess(field);
            }
        }
        return builder.build();
    }

    private static Source source(final String name) {
        try (InputStream file = Objects.requireNonNull(ScriptEngine.class.getResourceAsStream(name))) {
            return Source.newBuilder("js", new String(file.readAllBytes(), StandardCharsets.UTF_8), name)
                    .internal(true)
                    .build();
        } catch (final IOException e) {
            throw new UncheckedIOException("The jar has no " + name + ".", e);
        }
    }
}
