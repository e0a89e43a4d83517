package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.problem.StartException;
import org.jzenith.test.JZenithExtension;

/** The application of docs/configuration.md that has settings of its own. */
final class OwnSettingsTest {

    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(OwnSettings::application).withOverridingConfiguration("shop.currency", "CHF");

    @Test
    void aResourceIsInjectedWithThem() {
        assertThat(APP.http().get("/price?amount=12").body()).isEqualTo("12 CHF");
        assertThat(APP.get(OwnSettings.ShopSettings.class).paymentTimeout()).hasMinutes(15);
    }

    @Test
    void aMisspeltKeyFailsTheStart() {
        final StartException failure = catchThrowableOfType(
                StartException.class,
                () -> OwnSettings.application("--rest.port=0")
                        .withConfiguration("shop.curency", "CHF")
                        .run());
        assertThat(failure.problems()).singleElement().hasToString("""
                        The key shop.curency (value 'CHF') is not known.
                        It comes from withConfiguration in code.
                        Did you mean shop.currency?""");
    }
}
