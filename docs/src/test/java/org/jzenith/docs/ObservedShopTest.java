package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;

/** The application of docs/admin.md. */
final class ObservedShopTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> ObservedShop.application());

    @Test
    void thePageIsOnThePortOfOperatorsOnly() {
        assertThat(APP.http("rest.admin").get("/admin/").status()).isEqualTo(200);
        assertThat(APP.http().get("/admin/").status()).isEqualTo(404);
    }
}
