// region file
package hello;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;

final class HelloTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(Hello::application);

    @Test
    void theNameIsGreeted() {
        assertThat(APP.http().get("/hello/world").body())
                .isEqualTo("Hello, world!");
    }
}
// endregion
