package org.jzenith.benchmark.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.benchmark.process.BenchmarkException;

final class PublishedTablesTest {

    private static final Map<String, String> MACHINE = Map.of(
            "processor", "two processors",
            "system", "Linux",
            "JVM", "OpenJDK 17",
            "jZenith's libraries", "vertx-core 4.5",
            "other frameworks", "spring-boot 4.0",
            "PostgreSQL", "18.4",
            "commit", "0123456789ab");

    private static final String PAGE = """
            # Performance

            <!-- measured: sum -->
            old
            <!-- end of measured -->

            Between.

            <!-- measured: observed -->
            old
            <!-- end of measured -->

            <!-- measured: growth of the endpoints -->
            old
            <!-- end of measured -->
            """;

    private final Results results = new Results();

    @TempDir
    private Path root;

    @BeforeEach
    void writePage() throws IOException {
        Files.createDirectories(root.resolve("docs"));
        Files.writeString(root.resolve("docs/performance.md"), PAGE);
        Files.writeString(root.resolve("README.md"), "<!-- measured: sum -->\nold\n<!-- end of measured -->\n");
    }

    private void add(final LoadTest test, final String name, final double cpuSeconds) {
        results.add(test, name, new Sample(new Wrk.Result(1, 100_000, 0, Latencies.NONE), cpuSeconds, 64));
    }

    /** Writes the samples so far as a run with the settings does. */
    private Path run(final String file, final String... settings) throws IOException {
        final Options options = CommandLine.parse(settings);
        return Files.writeString(
                root.resolve(file),
                SampleFile.facts(options, MACHINE, LocalDate.of(2026, 12, 1)) + new Report(options, results).csv());
    }

    private String page() throws IOException {
        return Files.readString(root.resolve("docs/performance.md"));
    }

    @Test
    void aRunFillsItsTablesAndTheChart() throws IOException {
        for (final double cpuSeconds : List.of(1.0, 1.2)) {
            add(LoadTest.SUM_GET, "baseline", 1.0);
            add(LoadTest.SUM_GET, "jzenith", cpuSeconds);
            add(LoadTest.SUM_GET, "spring-webflux", 4.0);
            add(LoadTest.OBSERVED_GET, "baseline", 1.0);
            add(LoadTest.OBSERVED_GET, "jzenith", 1.1);
            add(LoadTest.OBSERVED_GET, "quarkus", 3.0);
        }
        final String[] settings = {"--tests", "sum", "--rounds=1", "--peers=spring-webflux", "--out", "x"};
        PublishedTables.write(root, List.of(run("a.csv", settings), run("b.csv", settings)));

        assertThat(page())
                .startsWith("# Performance\n\n<!-- measured: sum -->\n\n| a request | by hand | jZenith |")
                .contains("| x by hand | Spring WebFlux |\n")
                .contains("| `GET`, JSON | 10.0 | 11.0 | 1.10 (1.00 to 1.20) | 40.0 |\n")
                .contains("Measured on 2026-12-01 at commit 0123456789ab:")
                .contains("benchmark/run --tests sum --rounds 1 --peers spring-webflux\n")
                .contains("- Machine: two processors, Linux\n- Versions: OpenJDK 17, vertx-core 4.5, spring-boot 4.0\n")
                .contains("- Data: the tables of the service in PostgreSQL 18.4\n")
                .contains(
                        "\n\nBetween.\n\n<!-- measured: observed -->\n\n| a request | by hand | jZenith | x by hand |\n")
                .contains("| `GET`, JSON | 10.0 | 11.0 | 1.10 (1.10 to 1.10) |\n")
                .doesNotContain("Quarkus")
                .containsOnlyOnce("old");
        assertThat(root.resolve("README.md")).hasContent("""
                <!-- measured: sum -->

                - **1.10 times** for a `GET` of JSON (Spring WebFlux: 4.00 times)

                Measured on 2026-12-01 with OpenJDK 17, vertx-core 4.5, spring-boot 4.0.

                <!-- end of measured -->
                """);
        assertThat(root.resolve("docs/performance.svg"))
                .content()
                .contains("sum-get")
                .doesNotContain("observed");
    }

    @Test
    void oneProcessIsShownWithTheRangeOfItsRounds() throws IOException {
        for (final double cpuSeconds : List.of(1.0, 1.2)) {
            add(LoadTest.SUM_GET, "baseline", 1.0);
            add(LoadTest.SUM_GET, "jzenith", cpuSeconds);
        }
        PublishedTables.write(root, List.of(run("a.csv", "--tests", "sum", "--rounds=2")));

        assertThat(page()).contains("| `GET`, JSON | 10.0 | 11.0 | 1.10 (1.00 to 1.20) |\n");
    }

    @Test
    void growthIsTheRatioOfTwoTests() throws IOException {
        add(LoadTest.DB, "baseline", 1.0);
        add(LoadTest.DB, "jzenith", 1.1);
        add(LoadTest.DB_4096, "baseline", 1.5);
        add(LoadTest.DB_4096, "jzenith", 1.76);
        PublishedTables.write(root, List.of(run("a.csv", "--tests=db,db-4096", "--rounds=1")));

        assertThat(page())
                .contains(
                        "| what grows | jZenith | by hand |\n|---|--:|--:|\n"
                                + "| connections, 64 to 4,096, `/db` | 1.60 (1.60 to 1.60) | 1.50 (1.50 to 1.50) |\n\nMeasured on")
                .contains("- Data: the tables of the example in PostgreSQL 18.4\n")
                .doesNotContain("queries");
        assertThat(root.resolve("docs/performance.svg")).doesNotExist();
    }

    @Test
    void aTestThatAProgramDidNotAnswerHasNoRow() throws IOException {
        for (final String name : List.of("baseline", "jzenith", "vertx-web")) {
            add(LoadTest.SUM_GET, name, 1.0);
        }
        add(LoadTest.SUM_POST, "baseline", 1.0);
        add(LoadTest.SUM_POST, "jzenith", 1.0);
        PublishedTables.write(root, List.of(run("a.csv", "--tests", "sum", "--rounds=1")));

        assertThat(page()).contains("| `GET`, JSON |").doesNotContain("`POST`");
    }

    @ParameterizedTest
    @ValueSource(strings = {"settings", "rounds", "data", "commit", "versions", "machine", "date"})
    void runsThatDifferAreRefused(final String fact) throws IOException {
        add(LoadTest.SUM_GET, "baseline", 1.0);
        add(LoadTest.SUM_GET, "jzenith", 1.0);
        final Path first = run("a.csv", "--tests", "sum");
        final Path other = root.resolve("b.csv");
        Files.writeString(other, Files.readString(first).replaceFirst("# " + fact + ": .*", "# " + fact + ": another"));

        assertThatThrownBy(() -> PublishedTables.write(root, List.of(first, other)))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("differ in their " + fact + ": '")
                .hasMessageContaining("' and 'another'");
        assertThat(page()).isEqualTo(PAGE);
    }

    @Test
    void resultsWithoutTheirCommitAreRefused() throws IOException {
        add(LoadTest.SUM_GET, "baseline", 1.0);
        add(LoadTest.SUM_GET, "jzenith", 1.0);
        final Path file = run("a.csv", "--tests", "sum");
        Files.writeString(file, Files.readString(file).replaceFirst("# commit: .*\n", ""));

        assertThatThrownBy(() -> PublishedTables.write(root, List.of(file)))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("do not say their commit");
    }

    @Test
    void aTableWithoutAPlaceIsRefused() throws IOException {
        add(LoadTest.SERVICE_JSON, "jzenith", 1.0);
        final Path file = run("a.csv", "--tests", "service");

        assertThatThrownBy(() -> PublishedTables.write(root, List.of(file)))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("no place for the table 'growth of the service'");
    }
}
