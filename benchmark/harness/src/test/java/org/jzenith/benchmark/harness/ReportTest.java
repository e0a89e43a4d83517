package org.jzenith.benchmark.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

final class ReportTest {

    private static final Latencies LATENCIES = new Latencies(1.25, 0.5, 1, 1.5, 2, 3, 7);

    private final Results results = new Results();

    ReportTest() {
        for (final int percent : List.of(80, 90, 100)) {
            add("jzenith", percent, 1.0);
            add("baseline", 100, 0.5);
        }
        results.allocated(LoadTest.DB, "jzenith", 3000);
        results.allocated(LoadTest.DB, "baseline", 2000);
        results.chose(LoadTest.DB, 2);
    }

    private void add(final String name, final long requests, final double cpuSeconds) {
        results.add(LoadTest.DB, name, new Sample(new Wrk.Result(1, requests, 0, LATENCIES), cpuSeconds, 64));
    }

    @Test
    void markdownHasMediansAndRatiosWithTheirSpread() {
        final String markdown = new Report(CommandLine.parse("--rounds", "3"), results)
                .markdown(Map.of("processor", "fast"), List.of("wrk -c64"));

        assertThat(markdown)
                .contains("| db | jzenith | 90 | 90 | 1.00 | 2.00 | 3.00 | 0 | 11.11111 | 64 |")
                .contains("| db | jzenith | **0.90** (0.80 to 1.00) | **2.22** (2.00 to 2.50) | **1.00**")
                .contains("3 rounds of 8 s in each of 1 processes")
                .contains("| db | jzenith | 3,000 | 1.50 |")
                .contains("for each test: db 2.")
                .contains("- processor: fast", "wrk -c64");
    }

    @Test
    void latenciesHaveARowForEachContestant() {
        results.add(
                LoadTest.DB,
                "jzenith",
                new Sample(new Wrk.Result(1, 100, 2, new Latencies(2, 2, 2, 2, 2, 2, 40)), 1, 64));

        assertThat(new Report(CommandLine.parse(), results).markdown(Map.of(), List.of()))
                .contains("| test | contestant | mean | sigma | p50 | p90 | p99 | p99.9 | max | errors |")
                .contains("| db | jzenith | 1.25 | 0.50 | 1.00 | 1.50 | 2.00 | 3.00 | 40.00 | 2 |")
                .contains("| db | baseline | 1.25 | 0.50 | 1.00 | 1.50 | 2.00 | 3.00 | 7.00 | 0 |");
    }

    @Test
    void requestsPerCpuSecondAreComparedWithEachOtherContestant() {
        for (int round = 0; round < 3; round++) {
            add("quarkus", 100, 2.0);
        }
        assertThat(new Report(CommandLine.parse("--peers=quarkus"), results).markdown(Map.of(), List.of()))
                .contains("| test | baseline | quarkus |")
                .contains("| db | **0.45** (0.40 to 0.50) | **1.80** (1.60 to 2.00) |");
    }

    @Test
    void theReportSaysWhetherTheContestantsWereBare() {
        assertThat(new Report(CommandLine.parse(), results).markdown(Map.of(), List.of()))
                .contains("As configured: security headers and the access log are on");
        assertThat(new Report(CommandLine.parse("--bare"), results).markdown(Map.of(), List.of()))
                .contains("Bare: security headers and the access log are off");
    }

    @Test
    void memoryOfAStreamIsTheMostOfTheFirstAndOfTheLastThird() {
        add(LoadTest.ROWS_JSON, "jzenith", 1.0);
        for (final double mebibytes : List.of(20.0, 21.0, 90.0, 24.0, 23.0)) {
            results.held(LoadTest.ROWS_JSON, "jzenith", new Results.Held(mebibytes, 2 * mebibytes));
        }
        assertThat(new Report(CommandLine.parse("--tests=transport"), results).markdown(Map.of(), List.of()))
                .contains("| rows-json | jzenith | 21.0 | 24.0 | 42.0 | 48.0 |");
    }

    @Test
    void targetsAreComparedWithTheMediansOfTheProcesses() {
        for (final double cpuSeconds : List.of(0.9, 1.1, 1.0, 1.2)) {
            add(LoadTest.SERVICE_JSON, "jzenith", 1.0);
            add(LoadTest.SERVICE_JSON, "baseline", 1.0);
            add(LoadTest.FILTERS, "jzenith", cpuSeconds);
            add(LoadTest.FILTERS, "baseline", 0.5);
            add(LoadTest.NOT_FOUND, "jzenith", 2 * cpuSeconds);
            add(LoadTest.NOT_FOUND, "baseline", 1.0);
        }
        final String markdown = new Report(CommandLine.parse("--tests=service"), results).markdown(Map.of(), List.of());

        assertThat(markdown)
                .contains("after passes of 1 s a test until no contestant got faster in any")
                .contains(
                        "| filters | 5000.0 | 10500.0 | **2.10** (2.00 to 2.20) | **1.05** (1.00 to 1.10) service-json |")
                .contains("| 1.12 x service-json | yes |")
                .contains("| 1.30 x service-json | **no:** CPU time |");
    }

    @Test
    void peersAndBytesHaveTargets() {
        add(LoadTest.DB, "quarkus", 1.6);
        add(LoadTest.DB, "vertx-web", 1.3);
        results.allocated(LoadTest.DB, "jzenith", 3500); // the mean is 3,250
        final String markdown = new Report(CommandLine.parse("--rounds", "1"), results).markdown(Map.of(), List.of());

        assertThat(markdown)
                .contains("| 1.11 x baseline, 3,200 bytes | **no:** CPU time, bytes")
                .containsPattern("\\| db \\| quarkus \\| .* \\| >= 1\\.5 \\| (yes|\\*\\*no\\*\\*) \\|")
                .containsPattern("\\| db \\| vertx-web \\| .* \\| >= 1\\.4 \\| (yes|\\*\\*no\\*\\*) \\|");
    }

    @Test
    void javaScriptHasTargetsBesideTheSameMountInJavaAndBesideNode() {
        add(LoadTest.QUERIES, "javascript", 1.0);
        add(LoadTest.QUERIES, "java-mount", 0.9);
        add(LoadTest.QUERIES, "node", 1.2);
        add(LoadTest.FORTUNES, "javascript", 1.0);
        add(LoadTest.FORTUNES, "node", 1.2);
        final String markdown = new Report(CommandLine.parse("--rounds", "1"), results).markdown(Map.of(), List.of());

        assertThat(markdown)
                .contains("Requests per CPU second of JavaScript, as a multiple of a peer's:")
                .contains("| queries | java-mount | **0.90** (0.90 to 0.90) | >= 0.8 | yes |")
                .contains("| queries | node | **1.20** (1.20 to 1.20) | >= 1.5 | **no** |")
                .contains("| fortunes | node | **1.20** (1.20 to 1.20) |  | |");
    }

    private void add(final LoadTest test, final String name, final double cpuSeconds) {
        results.add(test, name, new Sample(new Wrk.Result(1, 100, 0, LATENCIES), cpuSeconds, 64));
    }

    @Test
    void whatWasNotMeasuredIsNeverANumber() {
        for (final String name : List.of("jzenith", "baseline")) {
            final Wrk.Result load = new Wrk.Result(1, 100, 0, Latencies.NONE);
            results.add(LoadTest.PLAINTEXT_PIPELINED, name, new Sample(load, 1, 64));
        }
        final Report report = new Report(CommandLine.parse(), results);

        assertThat(report.markdown(Map.of(), List.of()))
                .contains("| plaintext-pipelined | jzenith | 100 | 100 | - | - | - | 0 |")
                .contains("| plaintext-pipelined | jzenith | **1.00** (1.00 to 1.00) | **1.00** (1.00 to 1.00) | - |")
                .contains("wrk's latencies mean nothing where requests are pipelined");
        assertThat(report.csv()).contains("plaintext-pipelined,jzenith,1,1.000,100,100.0,,,,,,,,0,");
    }

    @Test
    void valuesHaveARowForEachRound() {
        final List<String> rows =
                new Report(CommandLine.parse(), results).csv().lines().toList();

        assertThat(rows).hasSize(7).first().asString().startsWith("test,contestant,round,");
        assertThat(rows)
                .contains(
                        "db,jzenith,3,1.000,100,100.0,1.250,0.500,1.000,1.500,2.000,3.000,7.000,0,1.000,10.000000,64.0");
    }

    @Test
    void chartIsAnXmlDocumentWithABarForEachContestantButTheBaseline() throws Exception {
        final Document chart = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(Chart.of(results))));

        assertThat(chart.getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(chart.getDocumentElement().getTextContent())
                .contains("0.45", "0.40 to 0.50", "jzenith", "db", "baseline");
    }
}
