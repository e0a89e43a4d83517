package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;

/** The application of docs/openapi.md. */
final class DescribedOrdersTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(DescribedOrders::application);

    @Test
    void theDocumentHasStatusHeadersAndTypeOfTheResponse() {
        final JsonNode created = APP.http()
                .get("/openapi.json")
                .expectJson("/info/title", "Orders")
                .json()
                .at("/paths/~1orders/post/responses/201");
        assertThat(created.at("/content/application~1json/schema/$ref").asText())
                .isEqualTo("#/components/schemas/Order");
        assertThat(created.path("headers").fieldNames()).toIterable().containsExactly("Location", "ETag");
        APP.http()
                .post("/orders", Map.of("product", "book"))
                .expectStatus(201)
                .expectHeader("Location", APP.http().uri().resolve("/orders/7").toString())
                .expectHeader("ETag", "\"v1\"");
    }
}
