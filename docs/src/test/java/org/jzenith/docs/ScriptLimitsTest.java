package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/**
 * The table of bad input in docs/javascript.md is what {@link ScriptLimits} prints, interpreted and compiled. With {@code
 * -Dsnippets.update=true} the page follows.
 */
final class ScriptLimitsTest {

    private static final Path ROOT = Repository.root();
    private static final Path COMPILER = ROOT.resolve("jzenith-example-javascript/target/javascript-compiler");
    private static final String PAGE = "docs/javascript.md";
    private static final String MODULE_PATH = "--upgrade-module-path=";
    private static final Pattern OPTIONS =
            Pattern.compile("(?s)-XX:\\+UnlockExperimentalVMOptions.*?(?=-jar|-XX:MaxRAM|\\);)");
    private static final String BEGIN = "<!-- limits:begin -->\n";
    private static final String END = "<!-- limits:end -->";

    @Test
    void theTableIsThatOfARunInTheInterpreter() throws IOException {
        check(run(List.of()), "> JavaScript runs in GraalJS's interpreter, because this JVM has no Graal compiler.");
    }

    /** The JDK of the compiler, which jzenith:javascript-compiler has put beside the example. */
    @Test
    @Tag("full")
    @EnabledForJreRange(min = JRE.JAVA_25, max = JRE.JAVA_25)
    void theTableIsThatOfACompiledRun() throws IOException {
        assumeThat(COMPILER).isDirectory();
        check(
                run(options(PAGE).stream()
                        .map(option -> option.equals(MODULE_PATH) ? option + COMPILER : option)
                        .toList()),
                "> JavaScript runs in GraalJS and is compiled by GraalVM CE.");
    }

    @Test
    void theGoalAndTheImageHaveTheOptionsOfThePage() {
        assertThat(options("jzenith-maven-plugin/src/main/java/org/jzenith/maven/JavaScriptCompilerMojo.java"))
                .isEqualTo(options(PAGE))
                .isEqualTo(options("docs/src/test/resources/cookbook/container/Dockerfile.javascript"))
                .contains(MODULE_PATH);
    }

    /** Returns the options of the compiler in a file, without the folder of the module path. */
    private static List<String> options(final String file) {
        final Matcher options = OPTIONS.matcher(Repository.read(ROOT.resolve(file)));
        assertThat(options.find()).as(file).isTrue();
        return Stream.of(options.group().split("[\\s\"\\\\]+"))
                .filter(option -> option.startsWith("-"))
                .map(option -> option.startsWith(MODULE_PATH) ? MODULE_PATH : option)
                .toList();
    }

    private static void check(final List<String> printed, final String engine) throws IOException {
        assertThat(printed)
                .filteredOn(line -> line.startsWith("> "))
                .singleElement()
                .asString()
                .startsWith(engine);
        final String table = "| input | result | first line of the report or the log |\n|---|---|---|\n"
                + printed.stream().filter(line -> line.startsWith("| ")).collect(Collectors.joining("\n")) + "\n";
        final Path page = ROOT.resolve(PAGE);
        final String text = Repository.read(page);
        final int begin = text.indexOf(BEGIN) + BEGIN.length();
        final int end = text.indexOf(END);
        if (Boolean.getBoolean("snippets.update")) {
            Files.writeString(page, text.substring(0, begin) + table + text.substring(end));
        } else {
            assertThat(text.substring(begin, end)).isEqualTo(table);
        }
    }

    private static List<String> run(final List<String> options) throws IOException {
        final List<String> command = Stream.of(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-Xmx256m"),
                        options,
                        List.of(
                                "-cp",
                                System.getProperty("java.class.path"),
                                ScriptLimits.class.getName(),
                                ROOT.resolve("docs/src/test/resources/cookbook/javascript/limits")
                                        .toString()))
                .flatMap(List::stream)
                .toList();
        final Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (InputStream output = process.getInputStream()) {
            final List<String> lines = new String(output.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith("> ") || line.startsWith("| "))
                    .toList();
            assertThat(lines).isNotEmpty();
            return lines;
        } finally {
            process.destroyForcibly();
        }
    }
}
