package org.jzenith.messages.kafka;

import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;
import org.jzenith.kafka.error.KafkaException;
import org.jzenith.messages.engine.TopicDefinition;
import org.jzenith.messages.error.TopicLostException;

/**
 * A Kafka topic that this instance has opened. It remembers the topic's id, to notice when the topic is deleted and created again. Safe for use
 * by many threads.
 */
final class KafkaLog {

    private final TopicDefinition definition;
    private final Set<Watcher> watchers = new CopyOnWriteArraySet<>();
    private volatile Uuid id = Uuid.ZERO_UUID;
    private volatile int partitions;
    private volatile @Nullable TopicLostException loss;
    private volatile @Nullable KafkaException outage;

    /** A watcher, which is told whether the topic exists. Called by any thread. */
    interface Watcher {

        /** Called when the topic exists. */
        default void there() {}

        /** Called when the topic is lost. */
        void lost(TopicLostException error);
    }

    KafkaLog(final TopicDefinition definition) {
        this.definition = definition;
    }

    String name() {
        return definition.name();
    }

    TopicDefinition definition() {
        return definition;
    }

    /** Returns the id of the topic that was opened. */
    Uuid id() {
        return id;
    }

    /** Returns the current number of partitions, which can be higher than when the topic was opened. */
    int partitions() {
        return partitions;
    }

    /** Returns the error of the loss that was noticed last; null if the topic exists. */
    @Nullable
    TopicLostException loss() {
        return loss;
    }

    /** @throws TopicLostException if the topic is lost */
    void require() {
        final TopicLostException error = loss;
        if (error != null) {
            throw error;
        }
    }

    /** Returns the error of the last check of the topic; null if the brokers responded. */
    @Nullable
    KafkaException outage() {
        return outage;
    }

    void add(final Watcher watcher) {
        watchers.add(watcher);
    }

    void remove(final Watcher watcher) {
        watchers.remove(watcher);
    }

    void open(final TopicDescription found) {
        id = found.topicId();
        partitions = found.partitions().size();
        loss = null;
    }

    /** Compares the current topic in Kafka with the one that was opened. */
    void found(final TopicDescription found) {
        outage = null;
        if (found.topicId().equals(id)) {
            partitions = found.partitions().size();
            loss = null;
            watchers.forEach(Watcher::there);
        } else {
            lose("Another client has deleted the topic '" + name()
                    + "' in Kafka and created it again since this instance started. Its messages and the positions of its consumers"
                    + " are lost. Restart this instance to use the new topic.");
        }
    }

    /** Records that Kafka does not have the topic. */
    void missing() {
        outage = null;
        lose(
                "Kafka no longer has the topic '" + name()
                        + "': a client has deleted it, or the brokers were started without their data. Its messages and the positions of its consumers"
                        + " are lost. Restore the data of the brokers, or restart the application, which creates the topic again.");
    }

    /** Records that the brokers have not responded, or have refused the request. */
    void unreached(final KafkaException error) {
        outage = error;
    }

    private void lose(final String text) {
        final TopicLostException before = loss;
        final TopicLostException error =
                before == null || !text.equals(before.getMessage()) ? new TopicLostException(text) : before;
        loss = error;
        watchers.forEach(watcher -> watcher.lost(error));
    }

    @Override
    public String toString() {
        return name();
    }
}
