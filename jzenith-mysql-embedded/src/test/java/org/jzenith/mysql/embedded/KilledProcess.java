package org.jzenith.mysql.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.jzenith.embedded.internal.Workspace;

/** A program that starts a server, says so with an empty line, and waits to be killed. */
final class KilledProcess {

    private KilledProcess() {}

    public static void main(final String... arguments) throws IOException {
        final @Nullable Path kept = arguments.length > 1 ? Path.of(arguments[1]) : null;
        final Workspace workspace = Workspace.open(Mariadbd.PRODUCT, Path.of(arguments[0]));
        try (MariadbServer server = MariadbServer.start(workspace, kept, Duration.ofSeconds(55))) {
            System.out.write('\n');
            System.out.flush();
            if (System.in.read() >= 0) {
                throw new IllegalStateException("Nobody should write to " + server);
            }
        }
    }
}
