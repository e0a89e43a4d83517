package hello;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;

final class HelloTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(Hello::application);

    @Test
    void theDatabaseAdds() {
        assertEquals("2", APP.http().get("/sum").body());
    }
}
