package org.jzenith.postgresql.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jzenith.embedded.internal.Workspace;

/** A program that starts a server, says so with an empty line, and waits to be killed. */
final class KilledProcess {

    private KilledProcess() {}

    public static void main(final String... arguments) throws IOException {
        final Workspace workspace = Workspace.open(Cluster.PRODUCT, Path.of(arguments[0]));
        try (PostgresqlServer server =
                PostgresqlServer.start(workspace, Privileges.of(workspace), null, Duration.ofSeconds(55))) {
            System.out.write('\n');
            System.out.flush();
            if (System.in.read() >= 0) {
                throw new IllegalStateException("Nobody should write to " + server);
            }
        }
    }
}
