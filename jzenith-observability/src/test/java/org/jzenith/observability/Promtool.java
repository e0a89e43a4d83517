package org.jzenith.observability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The checks of Prometheus, where it is installed. */
public final class Promtool {

    private Promtool() {}

    /** Fails the test if promtool has anything to say; skips it where there is none. */
    public static void check(final String input, final String... arguments) {
        Assumptions.assumeTrue(
                Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "promtool"))),
                "promtool is not installed");
        final List<String> command = Stream.concat(Stream.of("promtool", "check"), Stream.of(arguments))
                .toList();
        try {
            final Process check =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            try (OutputStream sink = check.getOutputStream()) {
                sink.write(input.getBytes(StandardCharsets.UTF_8));
            }
            final String output = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(check.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(check.exitValue()).as(output).isZero();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
