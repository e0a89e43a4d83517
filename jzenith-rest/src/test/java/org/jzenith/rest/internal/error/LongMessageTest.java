package org.jzenith.rest.internal.error;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.RunningServer;
import org.jzenith.rest.RunningServer.Answer;

/** A client cannot choose a text for which the problem of an exception takes long to make. */
final class LongMessageTest {

    private static final int REPETITIONS = 20_000;

    @Path("/")
    public static final class Words {

        @POST
        @Path("malformed")
        public String malformed(final String word) {
            final Exception unknown = new IllegalArgumentException("Unknown word: " + word);
            throw new BadRequestException(unknown.getMessage(), unknown);
        }

        @POST
        @Path("unknown")
        public String unknown(final String word) {
            final Exception unknown = new IllegalArgumentException("Unknown word: " + word);
            throw new NotFoundException(unknown.getMessage(), unknown);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "malformed, 400, 'RESTEASY1: '",
        "unknown, 404, 'RESTEASY1: '",
        "malformed, 400, RESTEASY1: .aParam(",
        "malformed, 400, RESTEASY1: .aParam(\"b\") value is 'c",
        "malformed, 400, .aParam(",
    })
    void theWordsOfRestEasyInAMessageCostNothing(final String path, final int status, final String word) {
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(Words.class))) {
            final String harmless = "x".repeat(word.length() * REPETITIONS);
            final long begin = System.nanoTime();
            server.send("POST", "/" + path, harmless, "Content-Type", "text/plain");
            final Duration ofHarmless = Duration.ofNanos(System.nanoTime() - begin);
            final long second = System.nanoTime();
            final Answer answer =
                    server.send("POST", "/" + path, word.repeat(REPETITIONS), "Content-Type", "text/plain");
            assertThat(Duration.ofNanos(System.nanoTime() - second))
                    .isLessThan(ofHarmless.multipliedBy(50).plusSeconds(2));
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.body()).hasSizeLessThan(1_000);
        }
    }
}
