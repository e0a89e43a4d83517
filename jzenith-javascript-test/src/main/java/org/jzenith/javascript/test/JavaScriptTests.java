package org.jzenith.javascript.test;

import com.google.errorprone.annotations.CheckReturnValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.jzenith.core.internal.start.CallerLine;
import org.jzenith.javascript.internal.module.ScriptFileSystem;
import org.jzenith.javascript.internal.module.ScriptFolder;
import org.jzenith.javascript.internal.realm.ScriptEngine;
import org.jzenith.test.JZenithHttp;

/**
 * Runs the JavaScript tests of a folder as JUnit's dynamic tests. The names of their files end with {@code .test.js}, {@code .test.mjs} or
 * {@code .test.cjs}:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final JZenithExtension APP = JZenithExtension.of(ShopApplication::application);
 *
 * @TestFactory
 * Stream<DynamicNode> scripts() {
 *     return JavaScriptTests.of("handlers", APP::http);
 * }
 * }</pre>
 *
 * <pre>{@code
 * // handlers/users.test.js
 * import { initials } from './lib/names.js'
 *
 * test('initials are upper case', () => equal(initials('ada lovelace'), 'AL'))
 *
 * test('an unknown user is 404', async () => {
 *   const response = await fetch('/api/users/7')
 *   equal(response.status, 404)
 * })
 * }</pre>
 *
 * <p>{@code test(name, work)} defines a test. The test fails if {@code work} throws an error, or if its promise is rejected, takes longer
 * than 30 seconds, or can no longer be settled. {@code assert(condition, message)} and {@code equal(actual, expected)} throw an error if
 * they fail; {@code equal} compares objects by their members. {@code fetch(path, { method, headers, body })} sends a request to the
 * application.
 *
 * <p>Each file runs in its own JavaScript realm, on the thread of the test. Imported files can register routes, but these have no effect.
 */
@CheckReturnValue
public final class JavaScriptTests {

    /** Required by the engine, but unused: long turns of tests are not interrupted. */
    private static final Duration MAX_TURN = Duration.ofMillis(100);

    private JavaScriptTests() {}

    /**
     * Finds the tests of a folder and its subfolders, except {@code node_modules}.
     *
     * @param folder the folder of the tests, relative to the working directory; if it does not exist there, a folder on the class path
     * @param http returns the client that {@code fetch} uses, such as {@code APP::http} or {@code () -> APP.http().as("ann", "admin")}
     * @return a container of tests for each file. Return the stream from a method with {@code @TestFactory}; JUnit closes it. The tests
     *     must run one after the other. If JUnit runs tests in parallel, annotate the method with {@code
     *     @Execution(ExecutionMode.SAME_THREAD)}
     * @throws org.jzenith.core.problem.StartException if the folder does not exist
     * @throws IllegalArgumentException if the folder contains no test file
     */
    public static Stream<DynamicNode> of(final String folder, final Supplier<JZenithHttp> http) {
        final ScriptFolder found = ScriptFolder.of(folder, CallerLine.of(JavaScriptTests.class));
        final List<Path> tests = tests(found.root());
        if (tests.isEmpty()) {
            found.close();
            throw new IllegalArgumentException("The folder '" + folder
                    + "' contains no file whose name ends with .test.js, .test.mjs or .test.cjs.");
        }
        final ScriptFileSystem files = new ScriptFileSystem(found);
        final ScriptEngine engine = new ScriptEngine(MAX_TURN, List.of(), List.of(), Optional.empty());
        return tests.stream()
                .map(file -> node(
                        new ScriptTestFile(file, engine.realm(files, found.root(), route -> {}), http), files, found))
                .onClose(() -> {
                    engine.close();
                    found.close();
                });
    }

    /**
     * Finds the tests of a folder. For tests that do not call the application.
     *
     * @param folder as in {@link #of(String, Supplier)}
     * @return a container of tests for each file; in these tests {@code fetch} fails
     */
    public static Stream<DynamicNode> of(final String folder) {
        return of(folder, () -> {
            throw new IllegalStateException("fetch(..) needs an application. Pass its client: JavaScriptTests.of(\""
                    + folder + "\", APP::http).");
        });
    }

    private static List<Path> tests(final Path root) {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(file -> file.getFileName().toString().matches("[^.].*\\.test\\.[mc]?js"))
                    .filter(file -> !root.relativize(file).toString().contains("node_modules"))
                    .sorted()
                    .toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a container with the tests of a file, or one failing test if the file cannot be loaded. */
    private static DynamicNode node(
            final ScriptTestFile tests, final ScriptFileSystem files, final ScriptFolder folder) {
        final Path file = tests.file();
        final String name = folder.root().relativize(file).toString();
        try {
            return DynamicContainer.dynamicContainer(
                    name, file.toUri(), tests.load(files.isCommonJs(file) ? "./" + name : null).stream());
        } catch (final AssertionError e) {
            return DynamicTest.dynamicTest(name, file.toUri(), () -> {
                throw e;
            });
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while loading " + name, e);
        }
    }
}
