package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.observability.internal.meter.Metric;
import org.jzenith.test.JZenithExtension;

/** The application and the table of docs/observability.md. */
final class MeasuredShopTest {

    private static final String BEGIN = "<!-- metrics:begin -->";
    private static final String END = "<!-- metrics:end -->";

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> MeasuredShop.application());

    @Test
    void metricsAreOnThePortOfOperatorsOnly() {
        APP.http().post("/carts", null);
        assertThat(APP.http("rest.admin").get("/metrics").body())
                .contains("shop_carts_paid_total 1.0")
                .contains("http_route=\"/carts\"");
        assertThat(APP.http().get("/metrics").status()).isEqualTo(404);
    }

    @Test
    void theTableOfMetricsIsThatOfTheCode() throws IOException {
        final Path file = Repository.root().resolve("docs/observability.md");
        final String document = Repository.read(file);
        final String expected = document.substring(0, document.indexOf(BEGIN) + BEGIN.length())
                + "\n\n"
                + Metric.table()
                + "\n"
                + document.substring(document.indexOf(END));
        if (Boolean.getBoolean("snippets.update") && !document.equals(expected)) {
            Files.writeString(file, expected);
        }
        assertThat(Repository.read(file)).isEqualTo(expected);
    }
}
