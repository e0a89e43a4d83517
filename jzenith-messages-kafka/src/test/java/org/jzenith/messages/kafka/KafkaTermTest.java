package org.jzenith.messages.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzenith.core.lease.Term;
import org.jzenith.messages.engine.ConsumerSession;
import org.jzenith.messages.test.RecordingListener;

/** The terms of owners of a partition, which follow each other. */
@Tag("full")
@Timeout(120)
final class KafkaTermTest {

    private final String topic = "terms-" + UUID.randomUUID().toString().substring(0, 8);
    private final String group = PartitionSession.group(topic, "mail");
    private final TopicPartition partition = new TopicPartition(topic, 0);
    private final TestEngine engine = new TestEngine(TestBroker.address(), Map.of());
    private final Admin admin = TestBroker.client().admin();

    @BeforeEach
    void start() {
        engine.open(topic, 1);
    }

    @AfterEach
    void stop() {
        engine.close();
    }

    /** Owns the partition, and handles one message. */
    private Term own() throws InterruptedException {
        final RecordingListener listener = new RecordingListener();
        final ConsumerSession session = engine.engine.consume(topic, "mail", listener);
        engine.append(topic, 0, 0);
        listener.await(each -> !each.messages().isEmpty());
        final Term term = listener.term(0).orElseThrow();
        final long position = listener.messages().get(0).position();
        session.commit(0, position).blockingAwait();
        session.close().blockingAwait();
        assertThat(listener.errors()).isEmpty();
        return term;
    }

    private OffsetAndMetadata committed() throws Exception {
        return admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get()
                .get(partition);
    }

    @Test
    void aTermIsCommittedWithThePosition() throws Exception {
        final Term term = own();
        assertThat(term.group()).isEqualTo("messages/" + topic + "/mail");
        assertThat(term.slot()).isEqualTo("0");
        assertThat(committed().metadata()).endsWith(" term:" + term.number());
        assertThat(own().number()).isGreaterThan(term.number());
    }

    @Test
    void aTermIsCommittedBeforeTheListenerKnowsThePartition() throws Exception {
        final RecordingListener listener = new RecordingListener();
        final ConsumerSession session = engine.engine.consume(topic, "mail", listener);
        listener.await(each -> !each.partitions().isEmpty());
        assertThat(committed().metadata())
                .endsWith(" term:" + listener.term(0).orElseThrow().number());
        session.close().blockingAwait();
    }

    @Test
    void termsRiseWhenKafkaHasForgottenThePositions() throws Exception {
        final long first = own().number();
        admin.deleteConsumerGroupOffsets(group, Set.of(partition)).all().get();
        final long second = own().number();
        admin.deleteConsumerGroups(List.of(group)).all().get();
        final long third = own().number();
        assertThat(List.of(first, second, third)).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void termsRiseWhenTheClockOfTheLastOwnerWasFast() throws Exception {
        final long later = own().number() + 3_600_000;
        final OffsetAndMetadata last = committed();
        admin.alterConsumerGroupOffsets(
                        group,
                        Map.of(
                                partition,
                                new OffsetAndMetadata(
                                        last.offset(), last.metadata().replaceAll("[0-9]+$", Long.toString(later)))))
                .all()
                .get();
        assertThat(own().number()).isEqualTo(later + 1);
    }

    @Test
    void termsRiseWhenAnotherProgramHasCommitted() throws Exception {
        final long first = own().number();
        admin.alterConsumerGroupOffsets(group, Map.of(partition, new OffsetAndMetadata(0)))
                .all()
                .get();
        assertThat(own().number()).isGreaterThan(first);
    }
}
