package org.jzenith.docs.cookbook.rxjava;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rxjava3.RxJava3Plugin;
import org.jzenith.test.JZenithExtension;

/** The code of docs/rxjava.md. */
final class RxJavaTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(RxJavaTest::application);

    private static JZenith application() {
        // region application
        return JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(
                                PriceResource.class, ReducedPriceResource.class),
                        RxJava3Plugin.create())
                .withModules(binder -> binder.bind(Prices.class));
        // endregion
    }

    @Test
    void aResourceOfRxJava3UsesAServiceOfRxJava2() {
        assertThat(APP.http().get("/prices/tea").expectStatus(200).as(Price.class))
                .isEqualTo(new Price("tea", 350));
        APP.http().get("/prices/cocoa").expectStatus(404);
        assertThat(APP.http().get("/prices").expectStatus(200).asList(Price.class))
                .containsExactly(new Price("coffee", 290));
    }

    @Test
    void aResourceOfRxJava2UsesASourceOfRxJava3() {
        assertThat(APP.http().get("/reduced").expectStatus(200).as(Price.class)).isEqualTo(new Price("tea", 300));
    }
}
