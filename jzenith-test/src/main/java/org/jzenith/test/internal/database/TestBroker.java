package org.jzenith.test.internal.database;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.GroupListing;
import org.jzenith.kafka.embedded.KafkaServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An embedded broker, which can be emptied for the next application. */
record TestBroker(KafkaServer server) implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(TestBroker.class);

    static TestBroker start() {
        return new TestBroker(KafkaServer.start());
    }

    String address() {
        return server.bootstrapServers();
    }

    /**
     * Deletes all topics and groups.
     *
     * @return false if that is not possible, for example because a group still has members
     */
    boolean empty() {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, address()))) {
            admin.deleteTopics(admin.listTopics().names().get()).all().get();
            final List<String> groups = admin.listGroups().all().get().stream()
                    .map(GroupListing::groupId)
                    .toList();
            admin.deleteConsumerGroups(groups).all().get();
            return true;
        } catch (final ExecutionException e) {
            LOGGER.debug("The embedded Kafka of the tests is replaced, because it cannot be emptied.", e);
            return false;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
