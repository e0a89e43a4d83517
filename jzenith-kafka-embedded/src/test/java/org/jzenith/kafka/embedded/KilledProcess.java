package org.jzenith.kafka.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jzenith.embedded.internal.Workspace;

/** A program that starts a broker, says so with an empty line, and waits to be killed. */
final class KilledProcess {

    private KilledProcess() {}

    public static void main(final String... arguments) throws IOException {
        try (KafkaServer server = KafkaServer.start(
                Workspace.open(BrokerLauncher.PRODUCT, Path.of(arguments[0])),
                null,
                new BrokerSettings(List.of(), Map.of()),
                Duration.ofSeconds(55))) {
            System.out.write('\n');
            System.out.flush();
            if (System.in.read() >= 0) {
                throw new IllegalStateException("Nobody should write to " + server);
            }
        }
    }
}
