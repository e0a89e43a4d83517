package org.jzenith.messages.redis;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.processors.FlowableProcessor;
import io.reactivex.processors.ReplayProcessor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.lease.LeaseStore;
import org.jzenith.core.lease.Term;
import org.jzenith.core.problem.StartException;
import org.jzenith.messages.engine.DeadLetterStore;
import org.jzenith.messages.engine.LogStore;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.StoredMessage;
import org.jzenith.messages.engine.TopicDefinition;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisReply;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs in Redis. Each topic has a hash, each partition a stream, and each consumer a hash with its positions. Each method runs one script,
 * which changes nothing if the server no longer has the topic.
 */
final class RedisLogStore implements LogStore {

    private static final Logger LOGGER = LoggerFactory.getLogger(RedisLogStore.class);

    /** The maximum number of messages that one call of {@link #trim} deletes. The server runs no other command meanwhile. */
    private static final int MOST_TRIMMED = 10_000;

    private static final Duration LONGEST_RETENTION = Duration.ofDays(100 * 365);

    private final String name;
    private final RedisClient redis;
    private final TopicScripts scripts;
    private final LeaseStore leases;
    private final DeadLetterStore deadLetters;

    /** Emits the names of opened topics. */
    private final FlowableProcessor<String> opened =
            ReplayProcessor.<String>create().toSerialized();

    /** @param name the name of the plugin for the server */
    RedisLogStore(final String name, final RedisClient redis) {
        this.name = name;
        this.redis = redis;
        this.scripts = new TopicScripts(redis);
        this.leases = new RedisLeases(name, redis);
        this.deadLetters = new RedisDeadLetters(scripts);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Completable open(final TopicDefinition topic) {
        return Single.defer(() -> redis.run(
                        LogScripts.OPEN,
                        List.of(RedisTopic.keyOf(topic.name())),
                        topic.partitions(),
                        UUID.randomUUID().toString().replace("-", "").substring(0, 16)))
                .doOnSuccess(reply -> open(topic, reply.list()))
                .ignoreElement();
    }

    private void open(final TopicDefinition topic, final List<RedisReply> reply) {
        final long partitions = reply.get(0).number();
        if (partitions != topic.partitions()) {
            throw new StartException(topic.otherPartitions((int) partitions, name));
        }
        if (reply.get(2).number() == 1) {
            LOGGER.info(
                    "The topic '{}' did not exist in Redis, so jZenith has created it with {} partitions.",
                    topic.name(),
                    partitions);
        }
        scripts.opened(
                new RedisTopic(topic.name(), topic.partitions(), reply.get(1).text()));
        opened.onNext(topic.name());
    }

    @Override
    public Completable append(final String topic, final List<NewMessage> messages, final @Nullable Term fence) {
        return scripts.run(
                        topic,
                        LogScripts.APPEND,
                        open -> {
                            final List<String> keys = new ArrayList<>(List.of(open.key(), open.part("fences")));
                            messages.stream()
                                    .map(NewMessage::partition)
                                    .distinct()
                                    .forEach(partition -> keys.add(open.stream(partition)));
                            return keys;
                        },
                        () -> {
                            final List<Object> arguments = new ArrayList<>(4 + 7 * messages.size());
                            arguments.add(channel(topic));
                            arguments.add(fence == null ? "" : fence.group() + '/' + fence.slot());
                            arguments.add(fence == null ? 0 : fence.number());
                            final Map<Integer, Integer> indexes = new HashMap<>();
                            messages.forEach(message -> {
                                arguments.add(indexes.computeIfAbsent(message.partition(), p -> indexes.size() + 3));
                                arguments.add(message.id());
                                arguments.add(message.publishedAt().toEpochMilli());
                                arguments.add(MessageFields.headers(message.headers()));
                                arguments.add(message.body());
                                arguments.add(message.key() == null ? 0 : 1);
                                arguments.add(message.key() == null ? "" : message.key());
                            });
                            return arguments;
                        },
                        fence)
                .ignoreElement();
    }

    @Override
    public Single<List<StoredMessage>> read(
            final String topic, final Map<Integer, Long> after, final int most, final long mostBytes) {
        return Single.defer(() -> {
            final List<Integer> partitions = List.copyOf(after.keySet());
            return read(topic, partitions, partitions.stream().map(after::get).toList(), most, mostBytes);
        });
    }

    @Override
    public Single<List<StoredMessage>> readAll(
            final String topic, final long after, final int most, final long mostBytes) {
        return Single.defer(() -> {
            final List<Integer> partitions = IntStream.range(
                            0, scripts.topic(topic).partitions())
                    .boxed()
                    .toList();
            return read(
                    topic, partitions, partitions.stream().map(each -> after).toList(), most, mostBytes);
        });
    }

    private Single<List<StoredMessage>> read(
            final String topic,
            final List<Integer> partitions,
            final List<Long> after,
            final int most,
            final long mostBytes) {
        return scripts.run(
                        topic,
                        LogScripts.READ,
                        open -> open.streams(partitions.stream().mapToInt(Integer::intValue)),
                        () -> {
                            final List<Object> arguments = new ArrayList<>(List.of(most, mostBytes));
                            arguments.addAll(after);
                            return arguments;
                        })
                .map(reply -> reply.list().stream()
                        .map(RedisReply::list)
                        .map(entry -> message(
                                topic,
                                partitions.get((int) entry.get(0).number() - 1),
                                entry.get(1).text(),
                                new MessageFields(entry.get(2).list())))
                        .toList());
    }

    private static StoredMessage message(
            final String topic, final int partition, final String entry, final MessageFields fields) {
        final String id = fields.text("id");
        return new StoredMessage(
                Long.parseLong(entry.substring(0, entry.indexOf('-'))),
                partition,
                id.isEmpty() ? topic + "-" + partition + "-" + entry : id,
                fields.textOrNull("key"),
                fields.headers(),
                fields.bytes("body"),
                fields.time("time"));
    }

    @Override
    public Single<LogState> state(final String topic) {
        return redis.command("HMGET", RedisTopic.keyOf(topic), "incarnation", "trimmed", "last")
                .map(RedisReply::list)
                .map(values -> {
                    if (values.get(0).isNull()) {
                        throw TopicScripts.lost(topic);
                    }
                    return new LogState(
                            values.get(0).text(),
                            values.get(1).number() + 1,
                            values.get(2).number());
                });
    }

    @Override
    public Single<Map<Integer, Long>> count(final String topic, final Map<Integer, Long> positions) {
        return Single.defer(() -> {
            final List<Integer> partitions = List.copyOf(positions.keySet());
            return scripts.run(
                            topic,
                            LogScripts.COUNT,
                            open -> open.streams(partitions.stream().mapToInt(Integer::intValue)),
                            () -> new ArrayList<>(
                                    partitions.stream().map(positions::get).toList()))
                    .map(reply -> {
                        final List<RedisReply> counts = reply.list();
                        final Map<Integer, Long> found = new HashMap<>();
                        for (int i = 0; i < counts.size(); i++) {
                            found.put(partitions.get(i), counts.get(i).number());
                        }
                        return found;
                    });
        });
    }

    private static String positions(final RedisTopic topic, final String consumer) {
        return topic.part(positions(consumer));
    }

    private static String positions(final String consumer) {
        return "positions:" + consumer;
    }

    @Override
    public String resetCommand(final String topic, final String consumer) {
        return "redis-cli DEL " + RedisTopic.keyOf(topic, positions(consumer));
    }

    @Override
    public Single<Map<Integer, Long>> committed(final String topic, final String consumer) {
        return scripts.run(
                        topic, LogScripts.COMMITTED, open -> List.of(open.key(), positions(open, consumer)), List::of)
                .map(reply -> {
                    final List<RedisReply> values = reply.list();
                    final Map<Integer, Long> found = new HashMap<>();
                    for (int i = 0; i < values.size(); i += 2) {
                        found.put(
                                (int) values.get(i).number(), values.get(i + 1).number());
                    }
                    return found;
                });
    }

    @Override
    public Completable commit(
            final String topic, final String consumer, final int partition, final long position, final Term term) {
        return scripts.run(
                        topic,
                        LogScripts.COMMIT,
                        open -> List.of(open.key(), positions(open, consumer), RedisLeases.key(term.group())),
                        () -> List.of(partition, position, term.slot(), term.number()),
                        term)
                .ignoreElement();
    }

    private static String channel(final String topic) {
        return RedisTopic.keyOf(topic) + ":arrivals";
    }

    /** Returns the topic for each message on its channel, and also whenever some may have been missed. */
    @Override
    public Flowable<String> arrivals() {
        return opened.distinct()
                .flatMap(
                        topic -> redis.messages(channel(topic))
                                .onBackpressureLatest()
                                .map(message -> topic)
                                .onErrorResumeNext(error -> {
                                    LOGGER.warn(
                                            "Redis does not notify this instance of new messages in the topic '{}': {}. They are read with a delay of up to 5 s.",
                                            topic,
                                            LogText.escape(String.valueOf(error.getMessage())));
                                    return Flowable.never();
                                }),
                        Integer.MAX_VALUE);
    }

    @Override
    public Completable trim(final TopicDefinition topic) {
        return scripts.run(
                        topic.name(),
                        LogScripts.TRIM,
                        RedisTopic::streams,
                        () -> List.of(micros(topic.retention()), MOST_TRIMMED))
                .ignoreElement();
    }

    private static long micros(final Duration retention) {
        return (retention.compareTo(LONGEST_RETENTION) < 0 ? retention : LONGEST_RETENTION).toNanos() / 1_000;
    }

    @Override
    public LeaseStore leases() {
        return leases;
    }

    @Override
    public DeadLetterStore deadLetters() {
        return deadLetters;
    }
}
