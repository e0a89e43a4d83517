package org.jzenith.test;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.Application;
import org.jzenith.core.JZenith;

final class JZenithExtensionTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(JZenith::application);

    @Test
    void applicationIsTheParameter(final Application application) {
        assertThat(application).isSameAs(APP.application());
    }
}
