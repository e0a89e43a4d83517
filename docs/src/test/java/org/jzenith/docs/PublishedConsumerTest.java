package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The application of the README, built outside the reactor against the published artifacts, runs and ends. */
@Tag("published")
final class PublishedConsumerTest {

    private static final Pattern OPEN = Pattern.compile("Open at \\[(http://[^],]+)");
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @Test
    void theFirstApplicationAnswersAndStopsOnSigterm() throws Exception {
        final Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        System.getProperty("consumer.jar"),
                        "--rest.port=0")
                .redirectErrorStream(true)
                .start();
        try {
            final Output output = new Output(process);
            final URI address = output.address().get(LIMIT.toSeconds(), TimeUnit.SECONDS);

            final HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(address.resolve("/hello/world"))
                                    .timeout(LIMIT)
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(output.toString()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("Hello, world!");

            process.toHandle().destroy();
            assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .as("it ends after SIGTERM; it said:\n" + output)
                    .isTrue();
            assertThat(process.exitValue()).as(output.toString()).isIn(0, 143);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Reads what the process says until it ends, so that it never waits for a reader. */
    private static final class Output {

        private final ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();
        private final CompletableFuture<URI> address = new CompletableFuture<>();

        Output(final Process process) {
            final Thread reader = new Thread(() -> read(process), "consumer-output");
            reader.setDaemon(true);
            reader.start();
        }

        CompletableFuture<URI> address() {
            return address;
        }

        private void read(final Process process) {
            try (BufferedReader reader =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    lines.add(line);
                    final Matcher open = OPEN.matcher(line);
                    if (open.find()) {
                        address.complete(URI.create(open.group(1)));
                    }
                }
                address.completeExceptionally(new AssertionError("The application ended without opening:\n" + this));
            } catch (final Exception e) {
                address.completeExceptionally(e);
            }
        }

        @Override
        public String toString() {
            return String.join("\n", lines);
        }
    }
}
