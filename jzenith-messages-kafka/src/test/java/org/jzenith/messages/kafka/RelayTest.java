package org.jzenith.messages.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.test.internal.leak.Polling.until;

import io.reactivex.observers.BaseTestConsumer.TestWaitStrategy;
import io.reactivex.subscribers.TestSubscriber;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzenith.core.lease.Term;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.messages.engine.FollowedMessage;
import org.jzenith.messages.engine.NewMessage;

/** The relay to Kafka: the records that it stores, and its producers. */
@Tag("full")
@Timeout(120)
final class RelayTest {

    private final String topic = "relay-" + UUID.randomUUID().toString().substring(0, 8);
    private final TestEngine test = new TestEngine(
            TestBroker.address(),
            Map.of("kafka.client-id", topic, "kafka.max-sends", "100", "kafka.max-send-size", "256K"));
    private final KafkaEngine engine = test.open(topic, 1).engine;

    @AfterEach
    void close() {
        test.close();
    }

    private static List<NewMessage> messages(final int count, final int size) {
        return IntStream.range(0, count)
                .mapToObj(i -> new NewMessage("id-" + i, 0, null, Map.of(), new byte[size], Instant.now()))
                .toList();
    }

    /** Lists of the size that a relay has, with many messages and with large ones. */
    @Test
    void listsThatExceedTheLimitsOnWhatIsBeingSentAreStoredInOrder() {
        final String start = engine.end(topic).blockingGet();
        final Term term = new Term("outbox", topic, 1);
        engine.append(topic, messages(1_000, 10), term).blockingAwait();
        engine.append(topic, messages(20, 200_000), term).blockingAwait();
        final TestSubscriber<FollowedMessage> follower = engine.follow(topic, start)
                .filter(each -> each.message() != null)
                .test();
        follower.awaitCount(1_020, TestWaitStrategy.SLEEP_10MS, 60_000);
        follower.dispose();
        assertThat(follower.values())
                .extracting(each -> each.message().id())
                .containsExactlyElementsOf(IntStream.concat(IntStream.range(0, 1_000), IntStream.range(0, 20))
                        .mapToObj(i -> "id-" + i)
                        .toList());
    }

    @Test
    void aRelayThatAnotherInstanceHasKeepsNoProducer() {
        engine.append(topic, messages(1, 10), new Term("outbox", topic, 2)).blockingAwait();
        assertThat(producers()).isEqualTo(2);
        assertThatThrownBy(() -> engine.append(topic, messages(1, 10), new Term("outbox", topic, 1))
                        .blockingAwait())
                .isInstanceOf(TermEndedException.class);
        until(() -> producers() == 1);
        engine.append(topic, messages(1, 10), new Term("outbox", topic, 3)).blockingAwait();
    }

    /** Counts the shared producer, too. */
    private long producers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().startsWith("kafka-producer-network-thread")
                        && each.getName().contains(topic))
                .count();
    }
}
