package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;

/** The application of docs/tracing.md. */
final class TracedShopTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> TracedShop.application());

    @Test
    void withoutACollectorItWorksAsEver() {
        assertThat(APP.http().get("/prices/1").body()).isEqualTo("12.50");
    }
}
