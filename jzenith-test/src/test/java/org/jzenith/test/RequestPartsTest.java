package org.jzenith.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;

final class RequestPartsTest {

    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(() -> JZenith.application().withPlugins(new StreamingPlugin()));

    @ParameterizedTest
    @ValueSource(strings = {"api/photos", "", "?a=b", "http://localhost/a"})
    void aPathBeginsWithASlash(final String path) {
        assertThatThrownBy(() -> APP.http().get(path))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The test requests '" + path + "', which is not a path of "
                        + APP.http().uri() + ". A path must start with /, for example /user?limit=2.");
        assertThatThrownBy(() -> APP.http().events(path)).hasMessageContaining("A path must start with /");
        assertThatThrownBy(() -> APP.http().webSocket(path)).hasMessageContaining("A path must start with /");
    }

    @ParameterizedTest
    @CsvSource({
        "/a b, Illegal character in path, ' b'",
        "/a?b=100%&c, Malformed escape pair, '%&c'",
        "/a?q={x}, Illegal character in query, {x}"
    })
    void whatAPathCannotHaveIsToBeEscaped(final String path, final String reason, final String rest) {
        final String message = "The path '" + path + "' cannot be sent: " + reason + ", from '" + rest
                + "' on. Escape it: write a blank as %20, and a percent sign as %25."
                + " URLEncoder.encode(value, UTF_8) escapes the value of a query parameter.";
        assertThatThrownBy(() -> APP.http().get(path))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> APP.http().webSocket(path)).hasMessage(message);
    }

    @Test
    void aHeaderOfTheJdksClientIsRefusedWithTheRemedy() {
        assertThatThrownBy(() -> APP.http().withHeader("Upgrade", "h2c"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "The header 'Upgrade' cannot be set to 'h2c': restricted header name: \"Upgrade\". The JDK's"
                                + " client sets it itself. To set it in tests, add the system property"
                                + " jdk.httpclient.allowRestrictedHeaders=upgrade to systemPropertyVariables of the Surefire"
                                + " plugin.");
        assertThatThrownBy(() -> APP.http().withHeader("a b", "c"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("The header 'a b' cannot be set to 'c': invalid header name")
                .hasMessageEndingWith("Use a name and a value that HTTP allows.");
    }

    /** The pom of this module allows it. */
    @Test
    void theHostIsSentWhereTheJvmAllowsIt() {
        final TestResponse answer = APP.http()
                .withHeader("Host", "shop.example.org")
                .withHeader("X-Show-Host", "yes")
                .post("/echo", "x")
                .expectStatus(200);
        assertThat(answer.header("X-Host")).contains("shop.example.org");
    }
}
