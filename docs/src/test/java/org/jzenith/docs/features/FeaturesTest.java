package org.jzenith.docs.features;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;

/** Two features answer on one listener, and one uses what the other offers. */
final class FeaturesTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(ShopApplication::application);

    @Test
    void eachFeatureAnswers() {
        APP.http().get("/products/tea").expectStatus(200).expectJson("/name", "tea");
        assertThat(APP.http().get("/orders/cup/price?pieces=2").body()).isEqualTo("18.00");
    }

    @Test
    void theMappingOfTheApplicationHoldsForAllFeatures() {
        APP.http()
                .get("/orders/hat/price?pieces=1")
                .expectStatus(404)
                .expectJson("/detail", "There is no such object.");
    }
}
