package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;

/** The application of docs/dependency-injection.md. */
final class InjectedShopTest {

    // region override
    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(
                    InjectedShop::application)
            .withOverridingModules(binder -> binder.bind(Clock.class)
                    .toInstance(Clock.fixed(
                            Instant.parse("2026-11-29T12:00:00Z"),
                            ZoneOffset.UTC)));
    // endregion

    @Test
    void allDiscountsCountOnASunday() {
        assertThat(APP.http().get("/prices/pen").body()).isEqualTo("94");
        assertThat(APP.http().get("/prices/book").body()).isEqualTo("95");
    }
}
