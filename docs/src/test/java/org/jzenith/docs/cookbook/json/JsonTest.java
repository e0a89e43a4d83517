package org.jzenith.docs.cookbook.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The code of docs/cookbook/json.md. */
final class JsonTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(JsonTest::application);

    private static JZenith application() {
        return JZenith.application()
                .withPlugins(RestPlugin.withResources(OfferResource.class))
                .withModules(new JsonModule());
    }

    @Test
    void namesTypesAndWhatIsLeftOutAreAsAdjusted() {
        final String offer = "{\"article_name\":\"tea\",\"price\":\"12.50 EUR\"}";
        assertThat(APP.http().post("/offers", offer).body()).isEqualTo(offer);
        final String dated =
                "{\"article_name\":\"tea\",\"price\":\"0.00000001 EUR\",\"valid_until\":\"2026-12-31\",\"note\":\"new\"}";
        assertThat(APP.http().post("/offers", dated).body()).isEqualTo(dated);
    }

    @Test
    void whatTheReaderRefusesIs400() {
        for (final String price : new String[] {"12.50", "EUR", "much EUR", "1 eur", ""}) {
            final TestResponse answer =
                    APP.http().post("/offers", "{\"article_name\":\"tea\",\"price\":\"" + price + "\"}");
            assertThat(answer.status()).as(price).isEqualTo(400);
        }
        assertThat(APP.http()
                        .post("/offers", "{\"articleName\":\"tea\"}")
                        .json()
                        .get("detail")
                        .asText())
                .isEqualTo("Unknown field 'articleName'.");
    }
}
