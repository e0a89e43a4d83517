package org.jzenith.javascript.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.FilePosition;
import org.junit.platform.engine.support.descriptor.FileSource;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.jzenith.core.problem.StartException;

/** Runs tests in JavaScript, and compares what JUnit reports: names, files, lines and failures. */
final class JavaScriptTestsTest {

    /** Tests that fail, without an application. */
    static final class FailingSample {

        @TestFactory
        Stream<DynamicNode> scripts() {
            return JavaScriptTests.of("failing-handlers");
        }
    }

    private static EngineExecutionResults run(final Class<?> type) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(DiscoverySelectors.selectClass(type))
                .execute();
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> !name.matches("ForkJoinPool.*|process reaper.*"))
                .collect(Collectors.toSet());
    }

    @Test
    void aFailureHasTheNameOfItsTestAndTheFileAndLine() {
        final Set<String> before = threads();
        final EngineExecutionResults results = run(FailingSample.class);
        assertThat(before).containsAll(threads());
        final Map<String, String> failures = results.testEvents().failed().stream()
                .collect(Collectors.toMap(
                        event -> event.getTestDescriptor().getDisplayName(),
                        event -> event.getRequiredPayload(TestExecutionResult.class)
                                .getThrowable()
                                .map(Throwable::getMessage)
                                .orElse("")));
        assertThat(failures)
                .containsOnlyKeys(
                        "broken.test.js",
                        "empty.test.js",
                        "missing.test.js",
                        "unequal",
                        "false",
                        "rejected",
                        "no object",
                        "never",
                        "late",
                        "forgotten",
                        "no application",
                        "within")
                .containsEntry(
                        "unequal",
                        "AssertionError: expected {\"cents\":451} but was {\"cents\":450} (failing.test.js:1)")
                .containsEntry("false", "AssertionError: one is less (failing.test.js:3)")
                .containsEntry("rejected", "RangeError: far (failing.test.js:7)")
                .containsEntry("late", "Error: timer (failing.test.js:15)")
                .containsEntry("forgotten", "Error: nobody (failing.test.js:20)");
        assertThat(failures.get("no object")).startsWith("TypeError: ").endsWith("(failing.test.js:10)");
        assertThat(failures.get("never")).contains("cannot be settled").endsWith("(failing.test.js:12)");
        assertThat(failures.get("no application")).contains("fetch(..) needs an application", "(failing.test.js:24)");
        assertThat(failures.get("within"))
                .contains("Call test(..) at the top level of the file", "(failing.test.js:26)");
        assertThat(failures.get("broken.test.js")).contains("SyntaxError: ", "broken.test.js:2:");
        assertThat(failures.get("empty.test.js")).contains("defines no test");
        assertThat(failures.get("missing.test.js")).contains("absent.js");
    }

    @Test
    void aTestHasItsFileAndLineForTheIde() {
        final FileSource source = run(FailingSample.class).testEvents().succeeded().stream()
                .map(event -> (FileSource) event.getTestDescriptor().getSource().orElseThrow())
                .toList()
                .get(0);
        assertThat(source.getFile()).hasName("failing.test.js");
        assertThat(source.getPosition()).contains(FilePosition.from(28));
    }

    @Test
    void testsAreInAContainerForEachFile() {
        final EngineExecutionResults results = run(UserHandlersTest.class);
        assertThat(results.testEvents().failed().stream()).isEmpty();
        assertThat(results.containerEvents().succeeded().stream()
                        .map(event -> event.getTestDescriptor().getDisplayName()))
                .contains("older.test.cjs", "users.test.js");
        assertThat(results.testEvents().succeeded().stream()
                        .map(event -> event.getTestDescriptor().getDisplayName()))
                .contains("a CommonJS file", "a user has initials");
    }

    @Test
    void aFolderWithoutTestsIsRefused(@TempDir final Path folder) {
        assertThatThrownBy(() -> JavaScriptTests.of(folder.toString()).count())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("contains no file whose name ends with .test.js");
        assertThatThrownBy(() -> JavaScriptTests.of("absent").count()).isInstanceOf(StartException.class);
    }
}
