package org.jzenith.observability.metrics;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The alerts of Prometheus for the metrics, which {@code --metrics-rules} prints. */
final class AlertRules {

    private AlertRules() {}

    /** Returns a file of rules. */
    static String text() {
        try (InputStream file =
                Objects.requireNonNull(AlertRules.class.getResourceAsStream("rules.yml"), "rules.yml")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
