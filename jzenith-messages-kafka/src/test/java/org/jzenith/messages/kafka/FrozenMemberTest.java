package org.jzenith.messages.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.observers.TestObserver;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzenith.core.lease.Term;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.messages.engine.ConsumerSession;
import org.jzenith.messages.engine.FollowedMessage;
import org.jzenith.messages.test.RecordingListener;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** An instance whose connections freeze until another one has taken over, and which lives on. */
@Tag("full")
@Timeout(120)
final class FrozenMemberTest {

    private final String topic = "frozen-" + UUID.randomUUID().toString().substring(0, 8);
    private final UnreliableProxy proxy = TestBroker.proxy();
    private final TestEngine frozen =
            new TestEngine(TestBroker.addressOfProxy(), Map.of("kafka.request-timeout", "60s"));
    private final TestEngine other = new TestEngine(TestBroker.address(), Map.of());

    @BeforeEach
    void start() {
        frozen.open(topic, 1);
        other.open(topic, 1);
    }

    @AfterEach
    void stop() {
        proxy.thaw();
        frozen.close();
        other.close();
    }

    private static Throwable error(final TestObserver<Void> ended) {
        assertThat(ended.awaitTerminalEvent(60, TimeUnit.SECONDS)).isTrue();
        return ended.errors().get(0);
    }

    @Test
    void itsCommitIsRefusedAfterItsPartitionHasMoved() throws InterruptedException {
        TestBroker.client().shortenSessions(PartitionSession.group(topic, "mail"));
        final RecordingListener listener = new RecordingListener();
        final ConsumerSession session = frozen.engine.consume(topic, "mail", listener);
        other.append(topic, 1, 0);
        other.append(topic, 2, 0);
        listener.await(each -> each.messages().size() == 2);
        final Term old = listener.term(0).orElseThrow();
        session.commit(0, listener.messages().get(0).position()).blockingAwait();

        proxy.freeze();
        final RecordingListener next = new RecordingListener();
        final ConsumerSession taken = other.engine.consume(topic, "mail", next);
        next.await(each -> each.messages().size() == 1);
        final TestObserver<Void> late =
                session.commit(0, listener.messages().get(1).position()).test();
        proxy.thaw();
        assertThat(error(late)).isNotNull();
        listener.await(each -> each.lost().contains(0));
        assertThat(error(
                        session.commit(0, listener.messages().get(1).position()).test()))
                .isInstanceOf(TermEndedException.class)
                .hasMessageContaining("in term " + old.number());

        assertThat(next.messages().get(0).id()).isEqualTo("id-2");
        assertThat(next.term(0).orElseThrow().number()).isGreaterThan(old.number());
        assertThat(TestBroker.client().committed(PartitionSession.group(topic, "mail")))
                .isEqualTo(Map.of(0, 1L));
        session.close().blockingAwait();
        taken.close().blockingAwait();
    }

    @Test
    void whatItsRelayWasSendingIsRefusedAfterAnotherHasTakenOver() {
        final Term first = new Term("outbox", topic, 1);
        final Term second = new Term("outbox", topic, 2);
        final String start = other.engine.end(topic).blockingGet();
        frozen.engine.append(topic, List.of(TestEngine.message(1, 0)), first).blockingAwait();

        proxy.freeze();
        final TestObserver<Void> late = frozen.engine
                .append(topic, List.of(TestEngine.message(2, 0)), first)
                .test();
        other.engine.append(topic, List.of(TestEngine.message(3, 0)), second).blockingAwait();
        proxy.thaw();
        assertThat(error(late)).isInstanceOf(TermEndedException.class);
        assertThat(error(frozen.engine
                        .append(topic, List.of(TestEngine.message(4, 0)), first)
                        .test()))
                .isInstanceOf(TermEndedException.class);

        other.engine.append(topic, List.of(TestEngine.message(5, 0)), second).blockingAwait();
        final List<FollowedMessage> stored =
                other.engine.follow(topic, start).take(3).toList().blockingGet();
        assertThat(stored).extracting(each -> each.message().id()).containsExactly("id-1", "id-3", "id-5");
    }
}
