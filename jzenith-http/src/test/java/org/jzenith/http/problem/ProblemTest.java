package org.jzenith.http.problem;

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
        final Problem encoded = ProblemJson.encoded(PROBLEM);

        assertThat(text(ProblemJson.toBytes(encoded, path))).isEqualTo(text(ProblemJson.toBytes(PROBLEM, path)));
        assertThat(text(ProblemJson.toBytes(encoded, null))).isEqualTo(text(ProblemJson.toBytes(PROBLEM, null)));
        assertThat(encoded.headers()).isEqualTo(PROBLEM.headers());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/orders/1"})
    void whatIsAddedToAnEncodedProblemIsWritten(final String path) {
        final Problem problem = ProblemJson.encoded(ProblemJson.encoded(PROBLEM).withInstance(URI.create("/own")));

        assertThat(text(ProblemJson.toBytes(problem, path)))
                .contains("\"instance\":\"/own\"")
                .doesNotContain("orders");
    }

    private static String text(final byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
