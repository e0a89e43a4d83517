package org.jzenith.kafka.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;

/** Formats the storage of a new broker, and runs the broker in the same JVM, because starting another JVM takes a second. */
final class BrokerProcess {

    private BrokerProcess() {}

    /**
     * Runs the broker until the process is asked to end.
     *
     * @param arguments the file with the broker's settings, and the broker's data directory
     */
    public static void main(final String... arguments) {
        final String settings = arguments[0];
        if (!Files.exists(Path.of(arguments[1], "meta.properties"))) {
            StorageTool.execute(
                    new String[] {"format", "--cluster-id", Uuid.randomUuid().toString(), "--config", settings},
                    System.out);
        }
        Kafka.main(new String[] {settings});
    }
}
