package org.jzenith.kafka.internal.consumer;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.reactivex.Single;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.health.Health;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.core.observe.SampledCounts;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.kafka.error.OffsetLostException;
import org.jzenith.kafka.error.TopicReplacedException;
import org.jzenith.kafka.internal.connection.KafkaConnections;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles the records of a group on this instance, with a queue for each of its partitions. Safe for use by many threads. */
final class RecordConsumer<V> implements RecordListener {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.kafka");

    /** The records and bytes that may wait in all queues. */
    private static final int MOST_RECORDS = 10_000;

    private static final long MOST_BYTES = 16_777_216;
    private static final long COMMIT_MILLIS = 500;

    private final TopicGroup<V> group;
    private final QueueHandlers<V> handlers;
    private final boolean inTransactions;
    private final DeadRecords dead;
    private final Map<Integer, PartitionQueue<V>> queues = new ConcurrentHashMap<>();
    private final Map<Integer, PartitionQueue<V>> leaving = new ConcurrentHashMap<>();
    private final AtomicBoolean commitPlanned = new AtomicBoolean();
    private final SampledCounts lag = new SampledCounts(this::readLag);
    private final CountedWarning failures;
    private final CountedWarning failedRuns;
    private final CountedWarning unsettled;
    private final CountedWarning commits;
    private volatile @Nullable GroupReader reader;
    private volatile @Nullable Throwable readFailure;
    private volatile boolean stopping;
    private List<RecordRunner<V>> runners = List.of();
    private @Nullable EventLoopContext home;

    /** The text of the last failure that may pass, without those of single partitions; null while reading works. */
    private @Nullable String warned;

    /** Creates the handler of a queue. */
    @FunctionalInterface
    interface QueueHandlers<V> {

        QueueHandler<V> create(RecordConsumer<V> consumer, int partition);
    }

    /** @param inTransactions true if the handlers commit positions in transactions */
    RecordConsumer(
            final TopicGroup<V> group,
            final QueueHandlers<V> handlers,
            final boolean inTransactions,
            final DeadRecords dead) {
        this.group = group;
        this.handlers = handlers;
        this.inTransactions = inTransactions;
        this.dead = dead;
        this.failures = new CountedWarning(
                LOGGER,
                "A record of " + group + " failed. "
                        + (group.options().deadTopic() == null
                                ? "jZenith retries it, and its partition waits. Correct the cause, or use withDeadTopic(..)."
                                : "jZenith retries it, or copies it to the topic '"
                                        + group.options().deadTopic() + "' after the last attempt."));
        this.failedRuns = new CountedWarning(
                LOGGER,
                "A transaction or a batch of " + group
                        + " failed. Its records are handled again, one after the other.");
        this.unsettled = new CountedWarning(
                LOGGER,
                "The brokers have not confirmed a transaction of " + group
                        + ". Its partition waits until they say whether it was committed.");
        this.commits =
                new CountedWarning(LOGGER, "The positions of " + group + " cannot be committed. jZenith tries again.");
    }

    /**
     * Joins the group.
     *
     * @param loops the event loops, of which the first calls this object
     */
    void begin(
            final Injector injector,
            final KafkaConnections connections,
            final List<EventLoopContext> loops,
            final ReaderOptions options) {
        home = loops.get(0);
        runners = loops.stream()
                .map(loop -> new RecordRunner<>(loop, group, injector))
                .toList();
        final GroupReader created = new GroupReader(options, connections, loops.get(0), this);
        reader = created;
        created.begin();
    }

    GroupReader reader() {
        return Objects.requireNonNull(reader, "reader");
    }

    TopicGroup<V> group() {
        return group;
    }

    int mostRecords() {
        return Math.max(1, MOST_RECORDS / Math.max(1, queues.size()));
    }

    long mostBytes() {
        return Math.max(1, MOST_BYTES / Math.max(1, queues.size()));
    }

    boolean isStopping() {
        return stopping;
    }

    long pauseMillis(final int failed) {
        return group.options().pauseAfter(failed).toMillis();
    }

    /** Returns true if a record is to be copied to the dead topic. */
    boolean isDead(final HandledRecord record) {
        return group.options().deadTopic() != null
                && (record.failures >= group.options().attempts() || record.error instanceof UnreadableRecordException);
    }

    Completable copyToDeadTopic(
            final HandledRecord record, final PartitionQueue<V> queue, final QueueHandler<V> handler) {
        return dead.add(
                record, group.name(), Objects.requireNonNull(group.options().deadTopic()), queue, handler);
    }

    /** Logs the failure of a record. */
    void recordFailed(final Throwable error) {
        failures.add(error);
    }

    /** Logs the failure of a transaction whose handlers have completed, or of a batch of several records. */
    void runFailed(final Throwable error) {
        failedRuns.add(error);
    }

    /** Logs a transaction that may have been committed. */
    void unsettled(final Throwable error) {
        unsettled.add(error);
    }

    void uncommitted(final Throwable error) {
        if (!(error instanceof TermEndedException)) {
            commits.add(error);
            moved();
        }
    }

    /** Plans a commit of all positions that have moved. */
    void moved() {
        if (commitPlanned.compareAndSet(false, true)) {
            Objects.requireNonNull(home).setTimer(COMMIT_MILLIS, () -> {
                commitPlanned.set(false);
                queues.values().forEach(PartitionQueue::commit);
            });
        }
    }

    @Override
    public void assigned(final int partition, final long next, final long term) {
        final RecordRunner<V> runner = runners.get(partition % runners.size());
        queues.put(partition, new PartitionQueue<>(this, partition, next, runner, handlers.create(this, partition)));
    }

    @Override
    public void received(final int partition, final List<ConsumerRecord<byte[], byte[]>> records, final long size) {
        final PartitionQueue<V> queue = queues.get(partition);
        if (queue != null) {
            queue.add(records, size);
        }
    }

    @Override
    public Completable revoked(final int partition, final boolean lost) {
        final PartitionQueue<V> held = queues.remove(partition);
        final PartitionQueue<V> queue = held == null ? leaving.get(partition) : held;
        if (queue == null) {
            return Completable.complete();
        }
        leaving.put(partition, queue);
        return queue.revoke(lost).doOnComplete(() -> leaving.remove(partition, queue));
    }

    @Override
    public boolean commitsInTransactions() {
        return inTransactions;
    }

    @Override
    public void failed(final Throwable error) {
        final boolean isLasting = isLasting(error);
        final String text = text(error);
        if (isLasting) {
            LOGGER.error("{}", text);
        } else if (!text.equals(warned)) {
            warned = text;
            LOGGER.warn("{}. jZenith tries again.", text);
        }
        final Throwable known = readFailure;
        if (isLasting || known == null || !isLasting(known)) {
            readFailure = error;
        }
    }

    private static boolean isLasting(final Throwable error) {
        return error instanceof OffsetLostException || error instanceof TopicReplacedException;
    }

    private static String text(final Throwable error) {
        return LogText.escape(String.valueOf(error.getMessage()));
    }

    @Override
    public void recovered() {
        if (readFailure != null) {
            readFailure = null;
            warned = null;
            LOGGER.info("The records of {} can be read again.", group);
        }
    }

    Health health() {
        final Throwable failure = readFailure;
        if (failure != null) {
            return isLasting(failure) ? Health.unhealthy(text(failure)) : Health.degraded(text(failure));
        }
        final Duration longest = group.options().timeout().multipliedBy(2);
        return queues.entrySet().stream()
                .filter(each -> each.getValue().load().ageOfFirst().compareTo(longest) > 0)
                .findFirst()
                .map(each -> Health.degraded("partition " + each.getKey() + " of " + group
                        + " has been retrying the same record for more than " + longest.toMillis()
                        + " ms; the log has the cause"))
                .orElseGet(Health::healthy);
    }

    /** Starts no further record, and leaves the group when the running handlers have ended. */
    void stop() {
        stopping = true;
        runners.forEach(each -> each.runner().stop());
    }

    /** Leaves the group. */
    Completable close() {
        return Completable.defer(() -> {
            final GroupReader current = reader;
            return (current == null ? Completable.complete() : current.close())
                    .doOnComplete(() -> runners.forEach(RecordRunner::close));
        });
    }

    /** Waits for the running handlers, and disposes those that are left at the time limit. */
    Completable drain(final Duration stopDelay, final Duration drainTimeout) {
        return Completable.merge(runners.stream()
                .map(each -> each.runner().drain(stopDelay, drainTimeout))
                .toList());
    }

    private Single<Map<String, Long>> readLag() {
        final GroupReader current = reader;
        return current == null
                ? Single.just(Map.of())
                : current.lag()
                        .map(all -> Map.of(
                                "",
                                all.values().stream().mapToLong(Long::longValue).sum()));
    }

    /** Returns about the number of records that are stored and not committed. */
    long lag() {
        return lag.get("");
    }

    /** Returns a sum over all queues. */
    long sum(final ToLongFunction<PartitionQueue<V>> part) {
        return queues.values().stream().mapToLong(part).sum();
    }

    /** Returns the number of queues in a state. */
    long count(final Predicate<PartitionQueue<V>> state) {
        return queues.values().stream().filter(state).count();
    }
}
