package org.jzenith.observability.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.observability.Promtool;
import org.jzenith.observability.internal.meter.Metric;

/** The alerts use metrics of the table, and Prometheus can read them. */
final class AlertRulesTest {

    private static final Pattern NAME = Pattern.compile("\\b(?:http|db|jzenith|jvm|metrics)_[a-z0-9_]+\\b(?=[\\[{ ])");

    private static final Pattern SELECTOR = Pattern.compile("([a-z_]+?)(?:_count)?\\{([a-z_]+)=~?\"");

    @Test
    void everyMetricOfARuleExists() {
        final Set<String> known =
                Arrays.stream(Metric.values()).map(Metric::exposed).collect(Collectors.toSet());
        final List<String> used = AlertRules.text(99.9)
                .lines()
                .filter(line -> !line.contains("summary:") && !line.contains("runbook_url:"))
                .flatMap(line -> NAME.matcher(line).results().map(MatchResult::group))
                .map(name -> name.replaceFirst("_count$", ""))
                .distinct()
                .toList();
        assertThat(used).hasSizeGreaterThan(5).isSubsetOf(known);
    }

    @Test
    void everyLabelOfARuleExists() {
        final List<String> rows = Metric.table().lines().toList();
        final List<MatchResult> selectors = AlertRules.text(99.9)
                .lines()
                .flatMap(line -> SELECTOR.matcher(line).results())
                .toList();
        assertThat(selectors)
                .isNotEmpty()
                .allSatisfy(selector -> assertThat(rows)
                        .anyMatch(row -> row.startsWith("| `" + selector.group(1) + "` ")
                                && row.contains("`" + selector.group(2) + "`")));
    }

    @Test
    void theObjectiveSetsTheBudget() {
        assertThat(AlertRules.text(99.9)).contains("14.4 * 0.001", "99.9 %");
        assertThat(AlertRules.text(99)).contains("14.4 * 0.01\n").doesNotContain("$BUDGET", "$OBJECTIVE");
        assertThat(AlertRules.text(99.95)).contains("6 * 0.0005");
    }

    @Test
    void promtoolReadsTheRules(@TempDir final Path folder) throws IOException {
        final Path rules = Files.writeString(folder.resolve("rules.yml"), AlertRules.text(99.9));
        Promtool.check("", "rules", rules.toString());
    }
}
