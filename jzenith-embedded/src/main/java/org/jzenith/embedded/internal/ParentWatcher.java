package org.jzenith.embedded.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A shell that waits for the end of this JVM by reading a pipe. If the JVM ends without having stopped the server, also by
 * a SIGKILL, the shell stops it and deletes temporary data. Not available on Windows.
 */
final class ParentWatcher implements AutoCloseable {

    private static final String SCRIPT = """
            trap '' HUP INT TERM
            if read -r word && [ "$word" = stopped ]; then exit 0; fi
            remove="$1"
            shift
            "$@"
            if [ -n "$remove" ]; then rm -rf "$remove" "$remove.lock" "$remove.lock.owner"; fi
            """;

    private final Product product;
    private final Process shell;

    private ParentWatcher(final Product product, final Process shell) {
        this.product = product;
        this.shell = shell;
    }

    static Optional<ParentWatcher> start(
            final Product product, final Path root, final boolean temporary, final List<String> stop) {
        if (Platform.isWindows()) {
            return Optional.empty();
        }
        final List<String> command = new ArrayList<>(
                List.of("sh", "-c", SCRIPT, "jzenith-" + product.prefix(), temporary ? root.toString() : ""));
        command.addAll(stop);
        final ProcessBuilder builder = new ProcessBuilder(command)
                .directory(root.toFile().getAbsoluteFile().getParentFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        ExternalProgram.cleanEnvironment(product, builder);
        try {
            return Optional.of(new ParentWatcher(product, builder.start()));
        } catch (final IOException e) {
            product.logger()
                    .warn(
                            "The embedded {} will keep running if this JVM is killed: {}",
                            product.title(),
                            e.getMessage());
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
            product.logger().debug("The shell that watches the embedded {} has already ended.", product.title(), e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        shell.destroyForcibly();
    }
}
