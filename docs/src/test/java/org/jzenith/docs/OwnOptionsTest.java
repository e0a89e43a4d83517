package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;

/** The application of docs/threading.md with options of its own. */
final class OwnOptionsTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(OwnOptions::application);

    @Test
    void vertxAndTheEndpointsAreInjected() {
        assertThat(APP.http().get("/inside").body())
                .isEqualTo("true " + APP.application().port());
    }
}
