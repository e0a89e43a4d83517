package org.jzenith.observability.internal.metrics;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The alerts of Prometheus for the metrics, which {@code --metrics-rules} prints. */
public final class AlertRules {

    private AlertRules() {}

    /**
     * Returns a file of rules.
     *
     * @param objective the percentage of requests that shall not fail
     */
    public static String text(final double objective) {
        final String budget = BigDecimal.valueOf(100)
                .subtract(BigDecimal.valueOf(objective))
                .movePointLeft(2)
                .stripTrailingZeros()
                .toPlainString();
        try (InputStream file =
                Objects.requireNonNull(AlertRules.class.getResourceAsStream("rules.yml"), "rules.yml")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("$OBJECTIVE", BigDecimal.valueOf(objective).toPlainString())
                    .replace("$BUDGET", budget);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
