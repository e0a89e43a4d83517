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
 * Runs the tests in the files of a folder that end with {@code .test.js}, {@code .test.mjs} or {@code .test.cjs}, as dynamic tests of
 * JUnit:
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
 * <p>{@code test(name, work)} defines a test; it fails if {@code work} throws an error, or its promise is rejected, takes longer than 30
 * seconds, or can no longer be settled. {@code assert(condition, message)} and {@code equal(actual, expected)}, which compares
 * objects by their members, throw errors. {@code fetch(path, { method, headers, body })} sends a request to the application.
 *
 * <p>Each file has a realm of its own, which the test's thread enters. Routes that imported files register have no effect in it.
 */
@CheckReturnValue
public final class JavaScriptTests {

    /** Not used: turns of tests are not interrupted. */
    private static final Duration MAX_TURN = Duration.ofMillis(100);

    private JavaScriptTests() {}

    /**
     * Finds the tests of a folder and of the folders in it, except {@code node_modules}.
     *
     * @param folder a folder in the file system, relative to the working directory, or otherwise one on the class path
     * @param http returns the client that {@code fetch} uses, such as {@code APP::http} or {@code () -> APP.http().as("ann", "admin")}
     * @return a container for each file, to return from a method with {@code @TestFactory}. JUnit closes the stream. The tests run one
     *     after the other: where JUnit runs tests in parallel, annotate the method with {@code @Execution(ExecutionMode.SAME_THREAD)}
     * @throws org.jzenith.core.problem.StartException if there is no such folder
     * @throws IllegalArgumentException if the folder has no such file
     */
    public static Stream<DynamicNode> of(final String folder, final Supplier<JZenithHttp> http) {
        final ScriptFolder found = ScriptFolder.of(folder, CallerLine.of(JavaScriptTests.class));
        final List<Path> tests = tests(found.root());
        if (tests.isEmpty()) {
            found.close();
            throw new IllegalArgumentException(
                    "The folder '" + folder + "' has no file whose name ends with .test.js.");
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
     * Finds the tests of a folder that need no application.
     *
     * @param folder as in {@link #of(String, Supplier)}
     * @return the tests, in which {@code fetch} fails
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

    /** Returns a container with the tests of a file, or a test that fails because the file does. */
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
