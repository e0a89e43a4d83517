package org.jzenith.observability.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.observability.Promtool;
import org.jzenith.observability.internal.meter.Metric;

/** The dashboard uses metrics of the table, and Prometheus can read its expressions. */
final class GrafanaDashboardTest {

    private static final Pattern NAME = Pattern.compile("\\b[a-z_]+(?=\\{)");

    private static List<JsonNode> panels() throws IOException {
        return StreamSupport.stream(
                        JsonMapper.builder()
                                .build()
                                .readTree(GrafanaDashboard.text())
                                .path("panels")
                                .spliterator(),
                        false)
                .toList();
    }

    private static String expression(final JsonNode panel) {
        return panel.path("targets").path(0).path("expr").asText();
    }

    @Test
    void everyGraphHasAPlaceAndATitleOfItsOwn() throws IOException {
        assertThat(panels()).hasSizeGreaterThan(10);
        assertThat(panels()).extracting(panel -> panel.path("title").asText()).doesNotHaveDuplicates();
        assertThat(panels()).extracting(panel -> panel.path("gridPos")).doesNotHaveDuplicates();
    }

    @Test
    void everyMetricOfAGraphExists() throws IOException {
        final Set<String> known =
                Arrays.stream(Metric.values()).map(Metric::exposed).collect(Collectors.toSet());
        assertThat(panels()).allSatisfy(panel -> {
            final List<String> used = NAME.matcher(expression(panel))
                    .results()
                    .map(MatchResult::group)
                    .map(name -> known.contains(name) ? name : name.replaceFirst("_(count|sum|bucket)$", ""))
                    .toList();
            assertThat(used).isNotEmpty().isSubsetOf(known);
        });
    }

    @Test
    void promtoolReadsTheExpressions(@TempDir final Path folder) throws IOException {
        final String rules = panels().stream()
                .map(panel -> "      - record: graph:" + panel.path("id").asInt() + "\n        expr: |\n          "
                        + expression(panel)
                                .replace("$__rate_interval", "5m")
                                .replace("$instance", ".+")
                                .replace("\n", "\n          ")
                        + "\n")
                .collect(Collectors.joining("", "groups:\n  - name: graphs\n    rules:\n", ""));
        Promtool.check(
                "",
                "rules",
                Files.writeString(folder.resolve("graphs.yml"), rules).toString());
    }
}
