package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;

/** The application of docs/openapi.md. */
final class DescribedOrdersTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(DescribedOrders::application);

    @Test
    void theDocumentHasWhatTheAnnotationSays() {
        assertThat(APP.http()
                        .get("/openapi.json")
                        .expectJson("/info/title", "Orders")
                        .json()
                        .at("/paths/~1orders/post/responses/201/content/application~1json/schema/$ref")
                        .asText())
                .isEqualTo("#/components/schemas/Order");
    }
}
