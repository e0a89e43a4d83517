package org.jzenith.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.subjects.SingleSubject;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzenith.core.RunningApplication;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** Transactions while the broker does not respond. */
@Timeout(60)
final class KafkaTransactionFaultTest {

    private final TestCluster cluster = TestCluster.shared();
    private final UnreliableProxy proxy = SharedBroker.proxy();

    @AfterEach
    void noThreadIsLeft() {
        proxy.thaw();
        LibraryThreads.awaitNone();
    }

    @Test
    void aRecordThatIsDisposedBeforeItIsSentIsNotCommitted() {
        final String known = cluster.newTopic(1);
        final String later = cluster.newTopic(1);
        try (RunningApplication application =
                TestCluster.application("127.0.0.1:" + proxy.port()).run()) {
            final Kafka kafka = application.get(Kafka.class);
            final KafkaTopic<Integer> numbers = kafka.topic(known, Integer.class);
            kafka.transaction(tx -> tx.send(numbers, null, 0)).ignoreElement().blockingAwait();
            kafka.transaction(tx -> {
                        proxy.freeze();
                        // The producer waits for the partitions of this topic, so the next record waits behind it.
                        final SingleSubject<RecordMetadata> sent = SingleSubject.create();
                        tx.send(kafka.topic(later, Integer.class), null, 1).subscribe(sent);
                        tx.send(numbers, null, 2).test().dispose();
                        proxy.thaw();
                        return sent;
                    })
                    .ignoreElement()
                    .blockingAwait();
        }
        assertThat(cluster.values(later)).containsExactly("1");
        assertThat(cluster.values(known)).containsExactly("0");
    }
}
