package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    private static final String BEGIN = "<!-- limits:begin -->\n";
    private static final String END = "<!-- limits:end -->";

    @Test
    void theTableIsThatOfARunInTheInterpreter() throws IOException {
        final List<String> printed = run(List.of());
        assertThat(printed.get(0)).isEqualTo("> Interpreted");
        check(printed);
    }

    /** The JDK of the compiler, which jzenith:javascript-compiler has put beside the example. */
    @Test
    @Tag("full")
    @EnabledForJreRange(min = JRE.JAVA_25, max = JRE.JAVA_25)
    void theTableIsThatOfACompiledRun() throws IOException {
        assumeThat(COMPILER).isDirectory();
        final List<String> printed = run(
                List.of("-XX:+UnlockExperimentalVMOptions", "-XX:+EnableJVMCI", "--upgrade-module-path=" + COMPILER));
        assertThat(printed.get(0)).isEqualTo("> GraalVM CE");
        check(printed);
    }

    private static void check(final List<String> printed) throws IOException {
        final String table = "| input | result | first line of the report or the log |\n|---|---|---|\n"
                + String.join("\n", printed.subList(1, printed.size())) + "\n";
        final Path page = ROOT.resolve("docs/javascript.md");
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
