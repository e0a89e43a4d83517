package org.jzenith.observability.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.observability.meter.Metric;

/** The alerts use metrics of the table, and Prometheus can read them. */
final class AlertRulesTest {

    private static final Pattern NAME = Pattern.compile("\\b(?:http|db|jzenith|jvm|metrics)_[a-z0-9_]+\\b(?=[\\[{ ])");

    @Test
    void everyMetricOfARuleExists() {
        final Set<String> known = Arrays.stream(Metric.values()).map(Metric::exposed).collect(Collectors.toSet());
        final List<String> used = AlertRules.text()
                .lines()
                .filter(line -> !line.contains("summary:"))
                .flatMap(line -> NAME.matcher(line).results().map(MatchResult::group))
                .map(name -> name.replaceFirst("_count$", ""))
                .distinct()
                .toList();
        assertThat(used).hasSizeGreaterThan(5).isSubsetOf(known);
    }

    @Test
    void promtoolReadsTheRulesWhereItIsInstalled(@TempDir final Path folder) throws IOException, InterruptedException {
        Assumptions.assumeTrue(Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "promtool"))));
        final Path rules = Files.writeString(folder.resolve("rules.yml"), AlertRules.text());
        final Process check = new ProcessBuilder("promtool", "check", "rules", rules.toString())
                .redirectErrorStream(true)
                .start();
        final String output = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(check.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(check.exitValue()).as(output).isZero();
    }
}
