package org.jzenith.messages.kafka;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.lease.Term;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.kafka.internal.connection.KafkaConnections;
import org.jzenith.kafka.internal.connection.KafkaErrors;
import org.jzenith.kafka.internal.consumer.GroupReader;
import org.jzenith.kafka.internal.consumer.ReaderOptions;
import org.jzenith.kafka.internal.producer.RecordSender;
import org.jzenith.kafka.internal.producer.TransactionPool;
import org.jzenith.messages.engine.ConsumerSession;
import org.jzenith.messages.engine.DeadLetterStore;
import org.jzenith.messages.engine.FollowedMessage;
import org.jzenith.messages.engine.MessageEngine;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.PartitionListener;
import org.jzenith.messages.engine.TopicDefinition;
import org.jzenith.messages.error.TopicLostException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Topics in Kafka. A consumer is a consumer group, whose coordinator assigns the partitions. A relay sends its messages in transactions, whose
 * producers the brokers fence. While the engine runs, it checks every 2 s whether the topics are still those that it opened.
 */
final class KafkaEngine implements MessageEngine {

    static final String NAME = "kafka";

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.messages.kafka");
    private static final long LOOK_MILLIS = 2_000;

    /** Shorter than the time after which the library assumes that the poll thread is dead. */
    private static final Duration LONGEST_REVOCATION = Duration.ofMinutes(4);

    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(5);

    private final KafkaConnections connections;
    private final AdminCalls admin;
    private final TopicSetup setup;
    private final RecordSender sender;
    private final TransactionPool transactions;
    private final Function<String, TopicLimits> limits;
    private final List<EventLoopContext> loops;
    private final EventLoopContext loop;
    private final ReaderPool pool;
    private final KafkaDeadLetters deadLetters;
    private final Map<String, OpenTopic> topics = new ConcurrentHashMap<>();
    private final Map<String, RelayAppender> relays = new ConcurrentHashMap<>();
    private final List<PartitionSession> sessions = new CopyOnWriteArrayList<>();
    private long timer = -1;
    private boolean isLooking;

    /** An open topic and its leading follower. */
    private record OpenTopic(KafkaLog log, FollowLead lead) {}

    /**
     * Creates an engine without a connection.
     *
     * @param sender sends single messages
     * @param transactions sends several messages in one transaction
     * @param limits returns the settings of a topic
     */
    KafkaEngine(
            final KafkaConnections connections,
            final RecordSender sender,
            final TransactionPool transactions,
            final Function<String, TopicLimits> limits,
            final Vertx vertx) {
        this.connections = connections;
        this.admin = new AdminCalls(connections);
        this.setup = new TopicSetup(admin);
        this.sender = sender;
        this.transactions = transactions;
        this.limits = limits;
        this.loops = EventLoopContext.onEach(vertx);
        this.loop = loops.get(ThreadLocalRandom.current().nextInt(loops.size()));
        this.pool = new ReaderPool(connections);
        this.deadLetters = new KafkaDeadLetters(
                admin,
                setup,
                sender,
                pool,
                topics::keySet,
                topic -> limits.apply(topic).maxSize());
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Completable open(final TopicDefinition topic) {
        return Completable.defer(() -> {
            final KafkaLog log = new KafkaLog(topic);
            return setup.open(log, limits.apply(topic.name()).maxSize())
                    .andThen(deadLetters.check(topic.name()))
                    .observeOn(Schedulers.from(EventLoopContext.caller()))
                    .doOnComplete(() -> topics.put(topic.name(), new OpenTopic(log, new FollowLead())));
        });
    }

    private OpenTopic topic(final String name) {
        final OpenTopic open = topics.get(name);
        if (open == null) {
            throw new IllegalArgumentException("The topic '" + name + "' is not open.");
        }
        return open;
    }

    // Publishing

    @Override
    public Completable append(final String topic, final List<NewMessage> messages, final @Nullable Term fence) {
        return Completable.defer(() -> {
            final KafkaLog log = topic(topic).log();
            log.require();
            final List<ProducerRecord<byte[], byte[]>> records = messages.stream()
                    .map(message -> MessageRecords.record(topic, message))
                    .toList();
            return store(topic, records, fence).onErrorResumeNext(error -> {
                final TopicLostException loss = log.loss();
                return Completable.error(loss == null ? error : loss);
            });
        });
    }

    private Completable store(
            final String topic, final List<ProducerRecord<byte[], byte[]>> records, final @Nullable Term fence) {
        if (fence != null) {
            final RelayAppender relay = relay(topic, fence);
            return relay.append(records, fence)
                    .onErrorResumeNext(
                            error -> (error instanceof TermEndedException ? end(relay) : Completable.complete())
                                    .andThen(Completable.error(error)));
        }
        return records.size() == 1
                ? sender.send(records.get(0)).ignoreElement()
                : transactions
                        .run(open -> open.send(records).toSingleDefault(topic))
                        .ignoreElement();
    }

    private RelayAppender relay(final String topic, final Term fence) {
        return relays.computeIfAbsent(
                RelayFence.name(topic, fence),
                id -> new RelayAppender(new RelayFence(admin, topic, fence), transactions.open(id)));
    }

    /** Closes the producer of a relay that now runs on another instance. */
    private Completable end(final RelayAppender relay) {
        return relays.values().remove(relay) ? relay.close().onErrorComplete() : Completable.complete();
    }

    // Reading

    @Override
    public ConsumerSession consume(final String topic, final String consumer, final PartitionListener listener) {
        final KafkaLog log = topic(topic).log();
        final String group = PartitionSession.group(topic, consumer);
        final EventLoopContext home = loops.get(sessions.size() % loops.size());
        final ReaderOptions options = new ReaderOptions(
                topic,
                group,
                false,
                true,
                true,
                shorter(limits.apply(topic).timeout(), LONGEST_REVOCATION),
                shorter(connections.requestTimeout(), LONGEST_CLOSE));
        final PartitionSession session = new PartitionSession(
                log, consumer, listener, home, records -> new GroupReader(options, connections, home, records));
        sessions.add(session);
        LOGGER.info(
                "The consumer '{}' reads the topic '{}' with {} partitions as the Kafka consumer group '{}'. A new group starts with the oldest message.",
                consumer,
                topic,
                log.partitions(),
                group);
        session.begin();
        return session;
    }

    private static Duration shorter(final Duration one, final Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    @Override
    public Flowable<FollowedMessage> follow(final String topic, final @Nullable String after) {
        return Flowable.defer(() -> {
            final OpenTopic open = topic(topic);
            final Flowable<FollowedMessage> messages = TopicFollower.follow(open.log(), open.lead(), pool, after);
            return after != null && FollowPosition.hasMore(after, open.log().partitions())
                    ? describe(open.log()).andThen(messages)
                    : messages;
        });
    }

    /** Checks a topic immediately, because another instance may already know added partitions. */
    private Completable describe(final KafkaLog log) {
        return admin.describe(log.name())
                .doOnEvent((found, error) -> looked(log, found, error))
                .ignoreElement()
                .onErrorComplete(AdminCalls::isMissing);
    }

    @Override
    public Single<String> end(final String topic) {
        return Single.defer(() -> {
            final KafkaLog log = topic(topic).log();
            log.require();
            final List<TopicPartition> partitions = IntStream.range(0, log.partitions())
                    .mapToObj(i -> new TopicPartition(topic, i))
                    .toList();
            return admin.ends(topic, partitions)
                    .observeOn(Schedulers.from(EventLoopContext.caller()))
                    .map(ends -> FollowPosition.text(
                            log.id(), partitions.stream().mapToLong(ends::get).toArray()));
        });
    }

    @Override
    public DeadLetterStore deadLetters() {
        return deadLetters;
    }

    // Life

    @Override
    public Completable begin() {
        return Completable.fromAction(() -> loop.run(() -> timer = loop.setPeriodic(LOOK_MILLIS, this::look)));
    }

    /** Checks whether the topics are still those that were opened. */
    private void look() {
        if (isLooking || topics.isEmpty()) {
            return;
        }
        final Map<String, KafkaFuture<TopicDescription>> descriptions = admin.describe(topics.keySet());
        isLooking = true;
        final List<KafkaFuture<?>> all = new ArrayList<>();
        descriptions.forEach((name, description) -> {
            final KafkaLog log = topic(name).log();
            all.add(description.whenComplete((found, error) -> looked(log, found, error)));
        });
        final KafkaFuture<Void> unused = KafkaFuture.allOf(all.toArray(KafkaFuture[]::new))
                .whenComplete((none, error) -> loop.runUnlessTerminated(() -> isLooking = false));
    }

    private static void looked(
            final KafkaLog log, final @Nullable TopicDescription found, final @Nullable Throwable error) {
        if (found != null) {
            log.found(found);
        } else if (error != null && AdminCalls.isMissing(error)) {
            log.missing();
        } else if (error != null) {
            log.unreached(KafkaErrors.typed("The topic '" + log + "' cannot be described", error));
        }
    }

    @Override
    public Completable close() {
        return Completable.defer(() -> {
            loop.runUnlessTerminated(() -> loop.cancelTimer(timer));
            return Completable.mergeDelayError(
                    sessions.stream().map(PartitionSession::close).toList());
        });
    }

    /** Closes the clients after messages in progress are stored. */
    Completable shutDown() {
        return Completable.mergeDelayError(
                        relays.values().stream().map(RelayAppender::close).toList())
                .andThen(Completable.fromAction(() -> pool.close(connections.requestTimeout()))
                        .subscribeOn(Schedulers.io()));
    }
}
