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
    @ValueSource(strings = {"/", "/orders/1"})
    void anInstanceOfItsOwnReplacesThePath(final String path) {
        final Problem problem = PROBLEM.withInstance(URI.create("/own"));

        assertThat(text(ProblemJson.toBytes(problem, path)))
                .contains("\"instance\":\"/own\"")
                .doesNotContain("orders");
    }

    private static String text(final byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
