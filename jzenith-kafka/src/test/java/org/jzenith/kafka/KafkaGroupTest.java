package org.jzenith.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.kafka.SharedBroker.numbers;
import static org.jzenith.kafka.TestApplications.hasLogged;
import static org.jzenith.test.internal.leak.Polling.until;

import io.reactivex.Completable;
import io.reactivex.subjects.CompletableSubject;
import io.vertx.core.Context;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzenith.core.context.RequestContext;
import org.jzenith.test.internal.database.BrokerClient;
import org.jzenith.test.internal.log.LogLines;
import org.slf4j.MDC;

/** Groups of consumers on a broker that answers; {@link KafkaGroupFaultTest} has the faults. */
@Tag("full")
@Timeout(120)
final class KafkaGroupTest {

    private final BrokerClient cluster = SharedBroker.client();

    @AutoClose
    private final TestApplications applications = new TestApplications();

    private final Queue<String> handled = new ConcurrentLinkedQueue<>();
    private String topic;
    private Kafka kafka;

    public record Order(String article, int pieces) {}

    @BeforeEach
    void start() {
        topic = cluster.newTopic(2);
        kafka = run();
    }

    private Kafka run() {
        return applications.run(TestApplications.recipe()).get(Kafka.class);
    }

    private KafkaGroup<Integer> report(final Kafka from) {
        return from.topic(topic, Integer.class)
                .group(topic + "-report")
                .withTimeout(Duration.ofSeconds(10))
                .withRetryPause(Duration.ofMillis(5));
    }

    private Completable note(final KafkaRecord<?> record) {
        return Completable.fromAction(() -> handled.add(record.partition() + ":" + record.value()));
    }

    private List<String> handledOf(final int partition) {
        return handled.stream()
                .filter(each -> each.startsWith(partition + ":"))
                .map(each -> each.substring(2))
                .toList();
    }

    private Map<Integer, Long> committed() {
        return cluster.committed(topic + "-report");
    }

    private long gauge(final String name) {
        return TestApplications.gauge(applications.get(0), name);
    }

    @Test
    void recordsOfAPartitionAreHandledInOrderAndCommitted() {
        cluster.send(topic, 0, numbers(0, 500));
        cluster.send(topic, 1, numbers(0, 500));
        final Map<Integer, AtomicInteger> running = Map.of(0, new AtomicInteger(), 1, new AtomicInteger());
        report(kafka).handle(record -> {
            assertThat(running.get(record.partition()).incrementAndGet()).isEqualTo(1);
            return note(record)
                    .doOnComplete(() -> running.get(record.partition()).decrementAndGet());
        });
        until(() -> handled.size() == 1_000);
        assertThat(handledOf(0)).containsExactly(numbers(0, 500));
        assertThat(handledOf(1)).containsExactly(numbers(0, 500));
        until(() -> committed().equals(Map.of(0, 500L, 1, 500L)));
        cluster.send(topic, 1, "500");
        until(() -> handledOf(1).contains("500"));
    }

    @Test
    void partitionsAreHandledInParallel() {
        cluster.send(topic, 0, "1", "2");
        cluster.send(topic, 1, "1");
        final CompletableSubject first = CompletableSubject.create();
        report(kafka).handle(record -> {
            handled.add(record.partition() + ":" + record.value());
            return record.partition() == 0 ? first : Completable.complete();
        });
        until(() -> handled.size() == 2);
        assertThat(handled).containsExactlyInAnyOrder("0:1", "1:1");
        first.onComplete();
        until(() -> handled.size() == 3);
    }

    @Test
    void aRecordThatFailsIsTriedAgainInItsPlace() {
        cluster.send(topic, 0, numbers(0, 10));
        final Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
        report(kafka).handle(record -> {
            if (record.value() == 3) {
                attempts.add(record.attempt());
                if (record.attempt() == 1) {
                    throw new IllegalStateException("at once");
                }
                if (record.attempt() < 4) {
                    return record.attempt() == 2 ? null : Completable.error(new IOException("later"));
                }
            }
            return note(record);
        });
        until(() -> handled.size() == 10);
        assertThat(handledOf(0)).containsExactly(numbers(0, 10));
        assertThat(attempts).containsExactly(1, 2, 3, 4);
    }

    @Test
    void aRecordThatFailsTooOftenIsCopiedToTheDeadTopic() {
        cluster.createTopic(topic + "-dead", 1);
        cluster.send(new ProducerRecord<>(
                topic, 0, "ann", "1", List.of(new RecordHeader("source", "shop".getBytes(StandardCharsets.UTF_8)))));
        cluster.send(topic, 0, "no number", "2");
        report(kafka)
                .withDeadTopic(topic + "-dead", 3)
                .handle(record -> record.value() == 1 ? Completable.error(new IOException()) : note(record));
        until(() -> handled.size() == 1);
        final List<ConsumerRecord<String, String>> dead = cluster.read(topic + "-dead");
        assertThat(dead).extracting(ConsumerRecord::key).containsExactly("ann", null);
        assertThat(dead).extracting(ConsumerRecord::value).containsExactly("1", "no number");
        assertThat(headers(dead.get(0)))
                .isEqualTo(Map.of(
                        "source", "shop",
                        "jzenith-error", "java.io.IOException",
                        "jzenith-attempts", "3",
                        "jzenith-topic", topic,
                        "jzenith-partition", "0",
                        "jzenith-offset", "0"));
        assertThat(headers(dead.get(1)))
                .containsEntry("jzenith-attempts", "1")
                .hasEntrySatisfying("jzenith-error", name -> assertThat(name).contains("UnreadableRecordException"));
        until(() -> committed().equals(Map.of(0, 3L)));
    }

    private static Map<String, String> headers(final ConsumerRecord<String, String> record) {
        final Map<String, String> headers = new ConcurrentHashMap<>();
        record.headers().forEach(each -> headers.put(each.key(), new String(each.value(), StandardCharsets.UTF_8)));
        return headers;
    }

    @Test
    void aMissingDeadTopicHoldsThePartitionUntilItExists() {
        cluster.send(topic, 0, "1", "2");
        report(kafka)
                .withDeadTopic(topic + "-dead", 1)
                .handle(record -> record.value() == 1 ? Completable.error(new IOException()) : note(record));
        until(() -> gauge("kafka." + topic + "." + topic + "-report.waiting") >= 0);
        cluster.createTopic(topic + "-dead", 1);
        until(() -> handled.size() == 1);
        assertThat(cluster.values(topic + "-dead")).containsExactly("1");
    }

    @Test
    void aHandlerBeyondItsTimeLimitIsDisposedAndCountsAsFailed() {
        cluster.createTopic(topic + "-late", 1);
        cluster.send(topic, 0, "1");
        final AtomicInteger disposed = new AtomicInteger();
        report(kafka)
                .withTimeout(Duration.ofMillis(50))
                .withDeadTopic(topic + "-late", 2)
                .handle(record -> Completable.never().doOnDispose(disposed::incrementAndGet));
        until(() -> committed().equals(Map.of(0, 1L)));
        assertThat(disposed).hasValue(2);
        assertThat(cluster.values(topic + "-late")).containsExactly("1");
    }

    @Test
    void aTombstoneHasNoValueAndOtherDeserializersAreUsed() {
        cluster.send(new ProducerRecord<>(topic, 0, "ann", "plain text"));
        cluster.send(new ProducerRecord<>(topic, 0, "ann", null));
        final Queue<KafkaRecord<String>> records = new ConcurrentLinkedQueue<>();
        kafka.topic(topic, StringSerializer.class, StringDeserializer.class)
                .group(topic)
                .handle(record -> Completable.fromAction(() -> records.add(record)));
        until(() -> records.size() == 2);
        assertThat(records).extracting(KafkaRecord::value).containsExactly("plain text", null);
        assertThat(records).extracting(KafkaRecord::key).containsExactly("ann", "ann");
        assertThat(records).extracting(KafkaRecord::offset).containsExactly(0L, 1L);
    }

    @Test
    void aHandlerHasItsOwnContextAndTheHeadersOfTheSender() {
        kafka.topic(topic, Order.class)
                .group(topic)
                .handle(record -> Completable.fromAction(() -> {
                    handled.add(RequestContext.current().id());
                    handled.add(MDC.get(RequestContext.MDC_KEY));
                    handled.add(record.value().article() + " " + Context.isOnEventLoopThread());
                    handled.add(record.headers().toString());
                }));
        final int partition = kafka.topic(topic, Order.class)
                .send("ann", new Order("tea", 1), Map.of("traceparent", "00-1-2-01"))
                .blockingGet()
                .partition();
        until(() -> handled.size() == 4);
        final String id = topic + "-" + partition + "@0";
        assertThat(handled).containsExactly(id, id, "tea true", "{traceparent=00-1-2-01}");
    }

    @Test
    void theNextApplicationContinuesWhereTheLastOneStopped() {
        cluster.send(topic, 0, numbers(0, 3_000));
        cluster.send(topic, 1, numbers(0, 3_000));
        final CompletableSubject some = CompletableSubject.create();
        report(kafka)
                .handle(record -> note(record).doOnComplete(() -> {
                    if (handled.size() >= 1_000) {
                        some.onComplete();
                    }
                }));
        some.blockingAwait();
        applications.get(0).close();
        final int first = handled.size();
        assertThat(committed().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(first);
        report(run()).handle(this::note);
        until(() -> handled.size() >= 6_000);
        assertThat(handledOf(0)).containsExactly(numbers(0, 3_000));
        assertThat(handledOf(1)).containsExactly(numbers(0, 3_000));
    }

    @Test
    void aHandlerInProgressMayCompleteWhenTheApplicationStops() throws InterruptedException {
        cluster.send(topic, 0, "1", "2");
        final CompletableSubject work = CompletableSubject.create();
        final CompletableSubject begun = CompletableSubject.create();
        report(kafka).handle(record -> {
            handled.add(record.partition() + ":" + record.value());
            begun.onComplete();
            return work;
        });
        begun.blockingAwait();
        final Thread stop = new Thread(applications.get(0)::close);
        stop.start();
        until(this::isStopping);
        work.onComplete();
        stop.join();
        assertThat(handled).containsExactly("0:1");
        assertThat(committed()).isEqualTo(Map.of(0, 1L));
    }

    private boolean isStopping() {
        try {
            report(kafka).handle(this::note);
        } catch (final IllegalStateException e) {
            return e.getMessage().contains("is stopping");
        }
        return false;
    }

    @Test
    void twoApplicationsShareThePartitions() {
        final Set<Integer> byFirst = ConcurrentHashMap.newKeySet();
        final Set<Integer> bySecond = ConcurrentHashMap.newKeySet();
        report(kafka).handle(record -> Completable.fromAction(() -> byFirst.add(record.partition())));
        report(run()).handle(record -> Completable.fromAction(() -> bySecond.add(record.partition())));
        until(() -> {
            byFirst.clear();
            bySecond.clear();
            cluster.send(topic, 0, "1");
            cluster.send(topic, 1, "1");
            until(() -> byFirst.size() + bySecond.size() >= 2);
            return byFirst.size() == 1 && bySecond.size() == 1;
        });
        applications.get(0).close();
        until(() -> {
            cluster.send(topic, 0, "1");
            cluster.send(topic, 1, "1");
            return bySecond.size() == 2;
        });
    }

    @Test
    void aRebalanceWaitsForTheRunningHandler() {
        final CompletableSubject work = CompletableSubject.create();
        cluster.send(topic, 0, "1", "2");
        cluster.send(topic, 1, "1", "2");
        report(kafka).handle(record -> {
            handled.add(record.partition() + ":" + record.value());
            return work;
        });
        until(() -> handled.size() == 2);
        final Queue<String> second = new ConcurrentLinkedQueue<>();
        report(run())
                .handle(record -> Completable.fromAction(() -> second.add(record.partition() + ":" + record.value())));
        // A partition that is being given back no longer counts.
        until(() -> gauge("kafka." + topic + "." + topic + "-report.in-flight") == 1);
        assertThat(second).isEmpty();
        work.onComplete();
        until(() -> handled.size() + second.size() == 4);
        assertThat(second).hasSize(1);
        assertThat(second.peek()).endsWith(":2");
    }

    @Test
    void aSlowHandlerKeepsItsPartition() {
        final Kafka patient = applications
                .run(TestApplications.recipe().withConfiguration("kafka.client.max.poll.interval.ms", "1000"))
                .get(Kafka.class);
        cluster.send(topic, 0, "1", "2");
        final AtomicInteger runs = new AtomicInteger();
        report(patient).handle(record -> {
            runs.incrementAndGet();
            return Completable.timer(1_500, TimeUnit.MILLISECONDS).andThen(note(record));
        });
        until(() -> handled.size() == 1);
        assertThat(runs.get()).isBetween(1, 2);
        assertThat(cluster.members(topic + "-report")).isEqualTo(1);
    }

    @Test
    void recordsThatWaitAreLimited() {
        final String large = "\"" + "x".repeat(10_000) + "\"";
        for (int i = 0; i < 20; i++) {
            final String[] some = new String[250];
            Arrays.fill(some, large);
            cluster.send(topic, i % 2, some);
        }
        final CompletableSubject work = CompletableSubject.create();
        kafka.topic(topic, String.class).group(topic + "-report").handle(record -> work.andThen(note(record)));
        final String prefix = "kafka." + topic + "." + topic + "-report.";
        until(() -> gauge(prefix + "paused-partitions") == 2);
        assertThat(gauge(prefix + "in-flight")).isEqualTo(2);
        assertThat(gauge(prefix + "waiting-size")).isBetween(16_000_000L, 32_000_000L);
        assertThat(gauge(prefix + "waiting")).isLessThan(3_500);
        work.onComplete();
        until(() -> handled.size() == 5_000);
        until(() -> gauge(prefix + "paused-partitions") == 0);
    }

    @Test
    void thePollThreadWaitsWhilePartitionsArePaused() {
        for (int i = 0; i < 40; i++) {
            cluster.send(topic, i % 2, numbers(0, 1_000));
        }
        final CompletableSubject work = CompletableSubject.create();
        report(kafka).handle(record -> work.andThen(note(record)));
        until(() -> gauge("kafka." + topic + "." + topic + "-report.paused-partitions") == 2);
        final Thread poll = Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().equals("kafka-" + topic + "-report-" + topic))
                .findFirst()
                .orElseThrow();
        until(() -> Arrays.stream(poll.getStackTrace())
                .anyMatch(each -> each.getClassName().endsWith("PollSignal")
                        && each.getMethodName().equals("await")));
        work.onComplete();
        until(() -> handled.size() == 40_000);
    }

    @Test
    void aGroupFromLatestSkipsWhatWasThereAndNothingElse() {
        cluster.send(topic, 0, "1", "2");
        report(kafka).fromLatest().handle(this::note);
        until(() -> committed().equals(Map.of(0, 2L, 1, 0L)));
        applications.get(0).close();
        cluster.send(topic, 0, "3");
        report(run()).fromLatest().handle(this::note);
        until(() -> handled.size() == 1);
        assertThat(handled).containsExactly("0:3");
    }

    @Test
    void theLogSaysWhereAGroupStarts() {
        final String late = topic + "-late";
        try (LogLines log = LogLines.of("org.jzenith.kafka")) {
            report(kafka).handle(this::note);
            kafka.topic(topic, Integer.class).group(late).fromLatest().handle(this::note);
            until(() -> hasLogged(log, started(topic + "-report", 0, 2, "beginning"))
                    && hasLogged(log, started(late, 0, 2, "end")));
            applications.get(0).close();
            run().topic(topic, Integer.class).group(late).handle(this::note);
            until(() -> hasLogged(log, started(late, 2, 0, "beginning")));
        }
    }

    private String started(final String group, final int committed, final int fresh, final String position) {
        return "INFO The group '" + group + "' reads the topic '" + topic
                + "', which has 2 partitions. This instance starts 2 of them: " + committed
                + " at the committed position, and " + fresh + " without a committed position at the " + position + ".";
    }

    @Test
    void aTopicMayBeCreatedLater() {
        kafka.topic(topic + "-later", Integer.class).group(topic).handle(this::note);
        cluster.createTopic(topic + "-later", 1);
        cluster.send(topic + "-later", 0, "1");
        until(() -> handled.size() == 1);
    }

    @Test
    void mistakesAreRefused() {
        report(kafka).handle(this::note);
        assertThatThrownBy(() -> report(kafka).handle(this::note))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("already handles the group '" + topic + "-report' of the topic '" + topic + "'");
        assertThatThrownBy(() -> report(kafka).withDeadTopic(topic, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is the topic itself");
        assertThatThrownBy(() -> report(kafka).withDeadTopic("x", 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> report(kafka).withRetryPause(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(handled).isEmpty();
    }
}
