package org.jzenith.javascript.test;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.graalvm.polyglot.SourceSection;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.jzenith.javascript.internal.api.FetchedResponse;
import org.jzenith.javascript.internal.realm.ScriptRealm;
import org.jzenith.javascript.internal.realm.TurnOwner;
import org.jzenith.javascript.script.ScriptRequest;
import org.jzenith.test.JZenithHttp;
import org.jzenith.test.TestResponse;

/** A file of tests, and its realm. For one thread at a time: it runs the tests, their timers and their callbacks. */
final class ScriptTestFile {

    private static final String GLOBALS = globals();

    private final Path file;
    private final ScriptRealm realm;
    private final Supplier<JZenithHttp> http;
    private final TestLoop loop = new TestLoop();
    private final List<DynamicTest> tests = new ArrayList<>();
    private boolean isLoaded;

    /** @param http returns the client that {@code fetch} uses */
    ScriptTestFile(final Path file, final ScriptRealm realm, final Supplier<JZenithHttp> http) {
        this.file = file;
        this.realm = realm;
        this.http = http;
    }

    Path file() {
        return file;
    }

    /**
     * Runs the file.
     *
     * @param commonJs the name to pass to {@code require} for a CommonJS module; null for an ES module
     * @return the tests that the file defines
     * @throws AssertionError if the file fails, or defines no test
     */
    List<DynamicTest> load(final @Nullable String commonJs) throws InterruptedException {
        final String name = file.getFileName().toString();
        run(name, () -> {
            realm.expression(GLOBALS)
                    .executeVoid(
                            function(this::add),
                            function(this::setTimer),
                            function(this::clearTimer),
                            function(this::send),
                            realm.expression(FetchedResponse.FUNCTION),
                            realm.function("bytes"));
            return commonJs == null
                    ? realm.expression("file => import(file)")
                            .execute(file.toUri().toString())
                    : realm.function("require").execute(commonJs);
        });
        isLoaded = true;
        if (tests.isEmpty()) {
            throw new AssertionError("The file " + name + " defines no test. Write test('name', () => ..) in it.");
        }
        return tests;
    }

    /** Runs work in a turn, then runs timers and callbacks until the work's promise is settled. */
    private void run(final String description, final Supplier<Value> work) throws InterruptedException {
        final ScriptTestRun run = new ScriptTestRun(description);
        try {
            realm.turn(run, () -> realm.function("await").executeVoid(work.get(), (ProxyExecutable) run::settle));
            run.end(loop.runUntil(run::isOver));
        } finally {
            loop.end(run);
        }
    }

    /** Wraps a function so that its exceptions become JavaScript errors. */
    private ProxyExecutable function(final ProxyExecutable function) {
        return arguments -> {
            try {
                return function.execute(arguments);
            } catch (final IllegalArgumentException | IllegalStateException e) {
                return realm.function("raise")
                        .execute(realm.function("error").execute("Error", String.valueOf(e.getMessage()), null));
            }
        };
    }

    /** Adds a test. The arguments are its name and its function. */
    private @Nullable Object add(final Value... arguments) {
        if (isLoaded) {
            throw new IllegalStateException("Call test(..) at the top level of the file, not in a test.");
        }
        final Value work = arguments[1];
        final SourceSection section = work.getSourceLocation();
        final URI place = section == null
                ? file.toUri()
                : URI.create(section.getSource().getURI() + "?line=" + section.getStartLine());
        final String description = file.getFileName() + (section == null ? "" : ":" + section.getStartLine());
        tests.add(DynamicTest.dynamicTest(
                arguments[0].asString(),
                place,
                () -> run(
                        description,
                        () -> realm.expression("work => (async () => { await work() })()")
                                .execute(work))));
        return null;
    }

    private Object setTimer(final Value... arguments) {
        final TurnOwner owner = owner();
        return loop.set(
                owner,
                () -> realm.turn(owner, arguments[0]::executeVoid),
                (long) arguments[1].asDouble(),
                arguments[2].asBoolean());
    }

    private @Nullable Object clearTimer(final Value... arguments) {
        loop.clear(arguments[0].asInt());
        return null;
    }

    private TurnOwner owner() {
        return Objects.requireNonNull(realm.current());
    }

    /**
     * Sends a request. The arguments: method, path, header names and values, body, a callback for the response, a callback for a failure.
     */
    private @Nullable Object send(final Value... arguments) {
        final TurnOwner owner = owner();
        final String method = arguments[0].asString();
        final String path = arguments[1].asString();
        final JZenithHttp client = client(arguments[2]);
        final Object body = body(arguments[3]);
        loop.await(
                CompletableFuture.supplyAsync(() -> client.send(method, path, body)),
                (response, failure) -> realm.turn(owner, () -> {
                    if (response == null) {
                        arguments[5].executeVoid(String.valueOf(failure == null ? null : failure.getMessage()));
                    } else {
                        arguments[4].executeVoid(
                                client.uri() + path,
                                response.status(),
                                headers(response),
                                response.body(),
                                ByteBuffer.wrap(response.bytes()));
                    }
                }));
        return null;
    }

    private JZenithHttp client(final Value namesAndValues) {
        JZenithHttp client = http.get();
        for (long i = 0; i < namesAndValues.getArraySize(); i += 2) {
            client = client.withHeader(
                    namesAndValues.getArrayElement(i).asString(),
                    namesAndValues.getArrayElement(i + 1).asString());
        }
        return client;
    }

    private static @Nullable Object body(final Value body) {
        if (body.isNull()) {
            return null;
        }
        return body.isString() ? body.asString() : ScriptRequest.bytes(body);
    }

    /** Returns the headers as a JSON object with lower-case names. */
    private static String headers(final TestResponse response) {
        final Map<String, Object> fields = new LinkedHashMap<>();
        response.headers()
                .map()
                .forEach((name, values) -> fields.put(name.toLowerCase(Locale.ROOT), String.join(", ", values)));
        return new JsonObject(fields).encode();
    }

    private static String globals() {
        try (InputStream file = Objects.requireNonNull(ScriptTestFile.class.getResourceAsStream("globals.js"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new UncheckedIOException("The jar has no globals.js.", e);
        }
    }
}
