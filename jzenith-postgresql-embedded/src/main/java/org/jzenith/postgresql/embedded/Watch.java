package org.jzenith.postgresql.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A shell that outlives this JVM by a moment: it waits at the other end of a pipe, and when the JVM ends without having
 * stopped the server, also by a SIGKILL, it does so, and removes data that is thrown away. There is none on Windows.
 */
final class Watch implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(EmbeddedPostgresql.class);
    private static final String SCRIPT = """
            trap '' HUP INT TERM
            if read -r word && [ "$word" = stopped ]; then exit 0; fi
            remove="$1"
            shift
            "$@"
            if [ -n "$remove" ]; then rm -rf "$remove" "$remove.lock" "$remove.lock.owner"; fi
            """;

    private final Process shell;

    private Watch(final Process shell) {
        this.shell = shell;
    }

    static Optional<Watch> start(final Path root, final boolean thrownAway, final List<String> stop) {
        if (Platform.isWindows()) {
            return Optional.empty();
        }
        final List<String> command =
                new ArrayList<>(List.of("sh", "-c", SCRIPT, "jzenith-postgresql", thrownAway ? root.toString() : ""));
        command.addAll(stop);
        final ProcessBuilder builder = new ProcessBuilder(command)
                .directory(root.toFile().getAbsoluteFile().getParentFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        Command.cleanEnvironment(builder);
        try {
            return Optional.of(new Watch(builder.start()));
        } catch (final IOException e) {
            LOGGER.warn("Nobody will stop the embedded PostgreSQL if this JVM is killed: {}", e.getMessage());
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        try {
            shell.getOutputStream().write("stopped\n".getBytes(StandardCharsets.UTF_8));
            shell.getOutputStream().close();
            if (shell.waitFor(5, TimeUnit.SECONDS)) {
                return;
            }
        } catch (final IOException e) {
            LOGGER.debug("The watch over the embedded PostgreSQL has ended before.", e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        shell.destroyForcibly();
    }
}
