package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.jzenith.observability.ObservabilityPlugin;

/** The runbook has a paragraph for each alert, and each alert links to its own. */
final class RunbookTest {

    private static final String RULES = "internal/metrics/rules.yml";
    private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");
    private static final Pattern LINK = Pattern.compile("runbook_url: https://\\S+/docs/runbook.md#(\\w+)");
    private static final Pattern PARAGRAPH = Pattern.compile("## (\\w+)\\n\\n\\w");

    private static List<String> all(final Pattern pattern, final String text) {
        return pattern.matcher(text).results().map(found -> found.group(1)).toList();
    }

    @Test
    void eachAlertHasItsParagraphAndLinksToIt() throws IOException {
        try (InputStream file = ObservabilityPlugin.class.getResourceAsStream(RULES)) {
            final String rules = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            final String runbook = Repository.read(Repository.root().resolve("docs/runbook.md"));
            final List<String> alerts = all(ALERT, rules);
            assertThat(alerts).hasSizeGreaterThan(5);
            assertThat(all(PARAGRAPH, runbook)).containsExactlyElementsOf(alerts);
            assertThat(all(LINK, rules))
                    .containsExactlyElementsOf(alerts.stream()
                            .map(alert -> alert.toLowerCase(Locale.ROOT))
                            .toList());
        }
    }
}
