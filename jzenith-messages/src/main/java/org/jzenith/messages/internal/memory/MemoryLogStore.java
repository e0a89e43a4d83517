package org.jzenith.messages.internal.memory;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.processors.FlowableProcessor;
import io.reactivex.processors.PublishProcessor;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.lease.LeaseStore;
import org.jzenith.core.lease.Term;
import org.jzenith.core.problem.StartException;
import org.jzenith.messages.engine.DeadLetterStore;
import org.jzenith.messages.engine.LogStore;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.StoredMessage;
import org.jzenith.messages.engine.TopicDefinition;
import org.jzenith.messages.error.TopicLostException;

/**
 * Logs in memory, which end with the process. The messages of all topics and the dead letters have an eighth of the heap: when it is full, the
 * oldest messages that all consumers have handled are dropped before their retention ends. If there are none, publishing fails.
 */
public final class MemoryLogStore implements LogStore {

    private static final int PART_OF_HEAP = 8;

    private final String name;
    private final Map<String, MemoryLog> logs = new ConcurrentHashMap<>();
    private final FlowableProcessor<String> arrivals =
            PublishProcessor.<String>create().toSerialized();
    private final MemoryLeases leases;
    private final MemoryBudget budget;
    private final MemoryDeadLetters deadLetters;

    /**
     * Creates a store without topics.
     *
     * @param name the name of its engine
     */
    public MemoryLogStore(final String name) {
        this(name, Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    }

    MemoryLogStore(final String name, final long mostBytes) {
        this.name = name;
        leases = new MemoryLeases(name);
        budget = new MemoryBudget(mostBytes);
        deadLetters = new MemoryDeadLetters(budget, this::dropHandled);
    }

    @Override
    public String name() {
        return name;
    }

    private MemoryLog log(final String topic) {
        final MemoryLog log = logs.get(topic);
        if (log == null) {
            throw new TopicLostException("The topic '" + topic
                    + "' is not in memory: its messages were lost when the process ended. Restart the application.");
        }
        return log;
    }

    @Override
    public Completable open(final TopicDefinition topic) {
        return Completable.fromAction(() -> {
            final int found = logs.computeIfAbsent(topic.name(), any -> new MemoryLog(topic.partitions()))
                    .partitions();
            if (found != topic.partitions()) {
                throw new StartException(topic.otherPartitions(found, name));
            }
        });
    }

    @Override
    public Completable append(final String topic, final List<NewMessage> messages, final @Nullable Term fence) {
        return Completable.fromAction(() -> {
            final MemoryLog log = log(topic);
            final long bytes = messages.stream()
                    .mapToLong(each -> MemoryBudget.size(each.key(), each.headers(), each.body()))
                    .sum();
            budget.take(bytes, this::dropHandled);
            try {
                log.append(messages, fence);
            } catch (final RuntimeException e) {
                budget.give(bytes);
                throw e;
            }
            arrivals.onNext(topic);
        });
    }

    private long dropHandled() {
        return logs.values().stream()
                .mapToLong(MemoryLog::dropHandled)
                .filter(bytes -> bytes > 0)
                .findFirst()
                .orElse(0);
    }

    @Override
    public Single<List<StoredMessage>> read(
            final String topic, final Map<Integer, Long> after, final int most, final long mostBytes) {
        return Single.fromCallable(() -> log(topic).read(after, most, mostBytes));
    }

    @Override
    public Single<List<StoredMessage>> readAll(
            final String topic, final long after, final int most, final long mostBytes) {
        return Single.fromCallable(() -> log(topic).readAll(after, most, mostBytes));
    }

    @Override
    public Single<LogState> state(final String topic) {
        return Single.fromCallable(() -> log(topic).state());
    }

    @Override
    public Single<Map<Integer, Long>> count(final String topic, final Map<Integer, Long> positions) {
        return Single.fromCallable(() -> log(topic).count(positions));
    }

    @Override
    public Single<Map<Integer, Long>> committed(final String topic, final String consumer) {
        return Single.fromCallable(() -> log(topic).committed(consumer));
    }

    @Override
    public Completable commit(
            final String topic, final String consumer, final int partition, final long position, final Term term) {
        return Completable.fromAction(() -> {
            leases.require(term);
            log(topic).commit(consumer, partition, position);
        });
    }

    /** Positions end with the messages. */
    @Override
    public String resetCommand(final String topic, final String consumer) {
        return "restart the instance.";
    }

    @Override
    public Flowable<String> arrivals() {
        return arrivals.onBackpressureDrop();
    }

    @Override
    public Completable trim(final TopicDefinition topic) {
        return Completable.fromAction(() -> budget.give(log(topic.name()).trim(topic.retention())));
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
