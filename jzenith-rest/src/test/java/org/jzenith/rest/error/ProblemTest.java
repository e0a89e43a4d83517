package org.jzenith.rest.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ProblemTest {

    private static final Problem PROBLEM = Problem.of(409)
            .withDetail("\"instance\":\"1\" is taken.")
            .withMember("instances", 12)
            .withHeader("Allow", "GET");

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/orders/1", "/a%20b", "/a\"b", "/a\\b", "/caf\u00e9", "/\u0001", "/\ud83d\ude00"})
    void encodedProblemHasTheSameBytes(final String path) {
        final Problem encoded = PROBLEM.encoded();

        assertThat(text(encoded.toBytes(path))).isEqualTo(text(PROBLEM.toBytes(path)));
        assertThat(text(encoded.toBytes(null))).isEqualTo(text(PROBLEM.toBytes(null)));
        assertThat(encoded.headers()).isEqualTo(PROBLEM.headers());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/orders/1"})
    void whatIsAddedToAnEncodedProblemIsWritten(final String path) {
        final Problem problem =
                PROBLEM.encoded().withInstance(URI.create("/own")).encoded();

        assertThat(text(problem.toBytes(path)))
                .contains("\"instance\":\"/own\"")
                .doesNotContain("orders");
    }

    private static String text(final byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
