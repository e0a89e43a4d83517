package org.jzenith.messages.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.test.internal.leak.Polling.until;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.messages.DeadLetter;
import org.jzenith.messages.DeadLetters;
import org.jzenith.messages.Messages;
import org.jzenith.messages.Topic;
import org.jzenith.messages.plugin.MessagesPlugin;

/** Dead letters in topics of Kafka, whatever other clients send and do. */
@Tag("full")
@Timeout(120)
final class KafkaDeadLettersTest {

    private static final byte[] UNREADABLE = "x".getBytes(StandardCharsets.UTF_8);

    private final String name = "bills-" + UUID.randomUUID().toString().substring(0, 8);
    private final Topic<Bill> bills = Topic.of(name, Bill.class).keyedBy(Bill::customer);
    private final AtomicInteger paid = new AtomicInteger();
    private final KafkaProducer<byte[], byte[]> other = new KafkaProducer<>(
            Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, TestBroker.address()),
            new ByteArraySerializer(),
            new ByteArraySerializer());

    /** A message. */
    record Bill(String customer) {}

    /** Fails for one customer. */
    private final class Accounting {

        Completable pay(final Bill bill) {
            return bill.customer().equals("broke")
                    ? Completable.error(new IllegalStateException("no money"))
                    : Completable.fromAction(paid::incrementAndGet);
        }
    }

    @AfterEach
    void close() {
        other.close();
    }

    private JZenith application() {
        return TestBroker.with(JZenith.application())
                .withPlugins(MessagesPlugin.create()
                        .consuming(bills, "pay", Accounting.class, Accounting::pay)
                        .withDeadLetters(1))
                .withModules(binder -> binder.bind(Accounting.class).toInstance(new Accounting()))
                .withConfiguration("messages." + name + ".over", "kafka")
                .withConfiguration("messages." + name + ".partitions", 1);
    }

    private void publish(final RunningApplication application, final String customer) {
        application.get(Messages.class).publish(bills, new Bill(customer)).blockingAwait();
    }

    private List<DeadLetter> awaitLetters(final RunningApplication application, final int count) {
        final DeadLetters letters = application.get(DeadLetters.class);
        until(() -> letters.counts().blockingGet().getOrDefault(name, 0L) == count);
        return letters.list(name, 1_000).blockingGet();
    }

    @Test
    void deadLettersOfATopicThatWasCreatedAgainAreKeptWithThoseFromBefore() throws Exception {
        for (int i = 1; i <= 2; i++) {
            try (RunningApplication application = application().run()) {
                publish(application, "broke");
                other.send(new ProducerRecord<>(name, 0, UNREADABLE, UNREADABLE))
                        .get();
                assertThat(awaitLetters(application, 2 * i))
                        .extracting(DeadLetter::messageId)
                        .doesNotHaveDuplicates();
            }
            TestBroker.client().deleteTopic(name);
        }
    }

    @Test
    void manyDeadLettersAtOnceNeedFewThreads() {
        try (RunningApplication application = application().run()) {
            for (int i = 0; i < 300; i++) {
                other.send(new ProducerRecord<>(name, 0, null, UNREADABLE));
            }
            final DeadLetters letters = application.get(DeadLetters.class);
            final AtomicInteger most = new AtomicInteger();
            until(() -> {
                most.accumulateAndGet(readers(), Math::max);
                return letters.counts().blockingGet().getOrDefault(name, 0L) == 300;
            });
            final List<DeadLetter> found = letters.list(name, 300).blockingGet();
            Flowable.fromIterable(found)
                    .flatMapCompletable(letter -> letters.remove(name, letter.id())
                            .doOnComplete(() -> most.accumulateAndGet(readers(), Math::max)))
                    .blockingAwait();
            assertThat(letters.counts().blockingGet()).doesNotContainKey(name);
            assertThat(most).hasValueLessThan(20);
        }
    }

    private static int readers() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().startsWith("kafka-reader-"))
                .count();
    }

    /** Bytes that are not text become three bytes each. */
    @Test
    void aMessageWhoseKeyIsTooLargeForADeadLetterDoesNotStopItsPartition() throws Exception {
        final byte[] key = new byte[400_000];
        Arrays.fill(key, (byte) -1);
        final ProducerRecord<byte[], byte[]> large = new ProducerRecord<>(name, 0, key, UNREADABLE);
        large.headers().add("jzenith-id", key);
        try (RunningApplication application = application().run()) {
            other.send(large).get();
            publish(application, "ann");
            until(() -> paid.get() == 1);
            assertThat(awaitLetters(application, 1)).singleElement().satisfies(letter -> {
                assertThat(letter.key()).isNull();
                assertThat(letter.messageId()).hasSize(256);
                assertThat(letter.error()).endsWith("The message is too large to be kept as a dead letter.");
            });
        }
    }

    @Test
    void aTopicOfDeadLettersThatKeepsSmallerRecordsFailsTheStart() {
        TestBroker.client().createTopic(name + ".dead-letters", 1, Map.of("max.message.bytes", "300000"));
        assertThatThrownBy(() -> application().run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("Kafka limits records of the topic '" + name
                        + ".dead-letters' to 300000 bytes (max.message.bytes)")
                .hasMessageContaining("raise max.message.bytes of that topic in Kafka to 311296");
    }

    @Test
    void deadLettersAreListedAfterKafkaHasDeletedSome() {
        TestBroker.client().createTopic(name + ".dead-letters", 1, Map.of("cleanup.policy", "delete"));
        try (RunningApplication application = application().run()) {
            final List<DeadLetter> found = new ArrayList<>();
            for (int i = 1; i <= 2; i++) {
                publish(application, "broke");
                found.addAll(awaitLetters(application, i).subList(i - 1, i));
            }
            TestBroker.client().deleteRecords(name + ".dead-letters", 0, 1);
            final DeadLetters letters = application.get(DeadLetters.class);
            assertThat(letters.list(name, 10).blockingGet())
                    .extracting(DeadLetter::id)
                    .containsExactly(found.get(1).id());
            assertThat(letters.counts().blockingGet()).containsEntry(name, 1L);
        }
    }
}
