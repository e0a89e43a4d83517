package org.jzenith.messages.internal.consumer;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.reactivex.subjects.CompletableSubject;
import io.vertx.core.Promise;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.health.Health;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.lease.Term;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.messages.DeadLetter;
import org.jzenith.messages.engine.ConsumerSession;
import org.jzenith.messages.engine.PartitionListener;
import org.jzenith.messages.engine.StoredMessage;
import org.jzenith.messages.error.TopicLostException;
import org.jzenith.messages.internal.configuration.TopicConfiguration.OnFailure;
import org.jzenith.messages.internal.topic.ConsumerDefinition;
import org.jzenith.messages.internal.topic.KnownTopic;
import org.jzenith.messages.internal.topic.MessageHeaders;
import org.jzenith.messages.internal.topic.UnreadableMessageException;
import org.jzenith.messages.observe.MessageEvent;

/**
 * A consumer of this instance: the messages of its partitions, and their handlers. Its state belongs to one event loop; the handlers run on
 * all of them. Methods are safe for use by many threads.
 */
final class TopicConsumer implements PartitionListener {

    private static final long LONGEST_PAUSE_MILLIS = 60_000;

    /** The messages that may be on their way to the event loop before their partitions pause: two pages. */
    private static final int MOST_UNTAKEN = 400;

    private final ConsumerDefinition definition;
    private final KnownTopic topic;
    private final int attempts;
    private final EventLoopContext home;
    private final MessageHandler handler;
    private final ConsumerEvents events;
    private final PositionCommits commits;
    private final CountedWarning unstored;
    private final CountedWarning tooOld;
    private final CountedWarning missed;
    private final Map<Integer, Partition> partitions = new ConcurrentHashMap<>();
    private final Map<Integer, Partition> leaving = new HashMap<>();
    private final Map<String, KeyQueue> queues = new HashMap<>();
    private final Deque<KeyQueue> ready = new ArrayDeque<>();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger untaken = new AtomicInteger();
    private volatile @Nullable ConsumerSession session;
    private volatile @Nullable Throwable readFailure;
    private volatile @Nullable String miss;
    private volatile boolean stopping;

    /**
     * Creates a consumer without partitions.
     *
     * @param attempts the number of deliveries of a message
     * @param home the event loop of its state
     */
    TopicConsumer(
            final ConsumerDefinition definition,
            final KnownTopic topic,
            final int attempts,
            final EventLoopContext home,
            final Injector injector,
            final @Nullable EventEmitter<MessageEvent> observers) {
        this.definition = definition;
        this.topic = topic;
        this.attempts = attempts;
        this.home = home;
        this.handler = new MessageHandler(definition, topic, injector);
        this.events = new ConsumerEvents(topic.name(), definition.name(), observers);
        this.commits = new PositionCommits(home, this::session, toString());
        this.unstored = new CountedWarning(
                ConsumerEvents.LOGGER,
                "A dead letter of " + this
                        + " cannot be stored, so messages with the same key wait. jZenith tries again.");
        this.tooOld = new CountedWarning(
                ConsumerEvents.LOGGER,
                "A message of " + this + " is older than the topic's retention.",
                Duration.ofMinutes(1));
        this.missed = new CountedWarning(
                ConsumerEvents.LOGGER,
                "Messages were deleted before " + this + " handled them.",
                Duration.ofMinutes(1));
    }

    ConsumerDefinition definition() {
        return definition;
    }

    Completable begin() {
        return RxFuture.completable(() -> {
            final Promise<Void> begun = home.promise();
            home.runLater(() -> {
                try {
                    session = topic.engine().consume(topic.name(), definition.name(), this);
                    begun.complete();
                } catch (final RuntimeException e) {
                    begun.fail(e);
                }
            });
            return begun.future();
        });
    }

    private ConsumerSession session() {
        return Objects.requireNonNull(session, "session");
    }

    @Override
    public void assigned(final int partition, final long committed, final Term term) {
        home.runUnlessTerminated(() -> partitions.put(partition, new Partition(partition, committed, term)));
    }

    @Override
    public void missed(final long committed, final long first) {
        final String text = "It handled the messages up to the position " + committed
                + "; the oldest one that still exists is at " + first
                + ". The messages between were deleted, because no instance handled them within messages."
                + topic.name() + ".retention. Find out which messages were lost, and raise the setting.";
        miss = text;
        missed.add(text);
    }

    @Override
    public void received(final int partition, final List<StoredMessage> messages) {
        final boolean isLate = untaken.addAndGet(messages.size()) > MOST_UNTAKEN;
        final ConsumerSession current = session;
        if (isLate && current != null) {
            current.pause(partition);
        }
        home.runUnlessTerminated(() -> {
            untaken.addAndGet(-messages.size());
            final Partition known = partitions.get(partition);
            if (known != null) {
                if (isLate) {
                    known.paused = true;
                }
                messages.forEach(message -> add(known, message));
                commits.moved(known);
                balance(known);
                startNext();
            }
        });
    }

    private void add(final Partition partition, final StoredMessage message) {
        final String key = message.key();
        final String meant = message.headers().get(MessageHeaders.CONSUMER);
        final boolean isForOther = meant != null && !meant.equals(definition.name());
        final KeyQueue queue =
                key == null || isForOther ? new KeyQueue(key) : queues.computeIfAbsent(key, KeyQueue::new);
        final MessageDelivery delivery = new MessageDelivery(message, partition, queue);
        partition.add(delivery);
        if (isForOther) {
            partition.done(delivery);
            return;
        }
        events.received(message);
        queue.add(delivery);
        if (queue.state == KeyQueue.State.NEW) {
            makeReady(queue);
        }
    }

    private void makeReady(final KeyQueue queue) {
        if (queue.state != KeyQueue.State.READY) {
            queue.state = KeyQueue.State.READY;
            ready.add(queue);
        }
    }

    private void startNext() {
        while (!stopping && running.get() < topic.settings().concurrency()) {
            final KeyQueue queue = ready.poll();
            if (queue == null) {
                return;
            }
            final MessageDelivery first = queue.first();
            if (first == null) {
                forget(queue);
            } else if (first.partition.stoppedAt != null && first.partition.stoppedAt != first) {
                first.partition.stop(queue);
            } else {
                start(first);
            }
        }
    }

    private void forget(final KeyQueue queue) {
        if (queue.key != null) {
            queues.remove(queue.key, queue);
        }
    }

    private void start(final MessageDelivery delivery) {
        delivery.queue.state = KeyQueue.State.BUSY;
        delivery.attempt++;
        if (isTooOld(delivery.message.publishedAt())) {
            tooOld.add(missing());
        }
        running.incrementAndGet();
        final long began = System.nanoTime();
        delivery.run = handler.run(delivery)
                .subscribe(
                        () -> home.runUnlessTerminated(() -> ended(delivery, null, began)),
                        error -> home.runUnlessTerminated(() -> ended(delivery, error, began)));
    }

    private void ended(final MessageDelivery delivery, final @Nullable Throwable error, final long began) {
        if (delivery.run == null) {
            return; // disposed
        }
        delivery.run = null;
        running.decrementAndGet();
        if (error == null) {
            events.handled(delivery, Duration.ofNanos(System.nanoTime() - began));
            pass(delivery);
        } else if (stopping || delivery.partition.isRevoked()) {
            drop(delivery);
        } else if (error instanceof final TermEndedException ended
                && ended.term().equals(delivery.partition.term)) {
            // Another instance has the partition, and handles the message: the engine is about to say so.
            events.failed(delivery, error, false);
            delivery.attempt--;
            pause(delivery, 1, () -> makeReady(delivery.queue));
        } else if (delivery.attempt < attempts && !(error instanceof UnreadableMessageException)) {
            events.failed(delivery, error, false);
            pause(delivery, delivery.attempt, () -> makeReady(delivery.queue));
        } else {
            events.failed(delivery, error, true);
            giveUp(delivery, error);
        }
        startNext();
    }

    /** Lets the position of the partition pass a message, and continues with its key. */
    private void pass(final MessageDelivery delivery) {
        final Partition partition = delivery.partition;
        partition.done(delivery);
        if (partition.stoppedAt == delivery) {
            partition.stoppedAt = null;
            partition.takeStoppedQueues().forEach(this::makeReady);
            ConsumerEvents.LOGGER.info("The partition {} of {} continues.", partition.number, this);
        }
        makeReady(delivery.queue);
        commits.moved(partition);
        balance(partition);
    }

    /** Leaves a message to the next owner of its partition. */
    private void drop(final MessageDelivery delivery) {
        delivery.dropped = true;
        makeReady(delivery.queue);
        commits.moved(delivery.partition);
    }

    private void pause(final MessageDelivery delivery, final int times, final Runnable action) {
        final KeyQueue queue = delivery.queue;
        queue.state = KeyQueue.State.PAUSED;
        final int pause = ++queue.pauses;
        home.setTimer(pauseMillis(times), () -> {
            if (queue.state == KeyQueue.State.PAUSED && queue.pauses == pause) {
                action.run();
                startNext();
            }
        });
    }

    private long pauseMillis(final int times) {
        final long first = Math.max(1, topic.settings().retryPause().toMillis());
        return first >= LONGEST_PAUSE_MILLIS ? first : Math.min(LONGEST_PAUSE_MILLIS, first << Math.min(times - 1, 16));
    }

    private void giveUp(final MessageDelivery delivery, final Throwable error) {
        if (topic.settings().onFailure() == OnFailure.DEAD_LETTER) {
            die(delivery, error, 1);
            return;
        }
        final Partition partition = delivery.partition;
        if (partition.stoppedAt == null) {
            partition.stoppedAt = delivery;
            partition.stopReason = "the partition " + partition.number + " of " + this + " has stopped at the message "
                    + LogText.escape(delivery.message.id()) + ": " + describe(error);
            ConsumerEvents.LOGGER.error(
                    "Messages wait, because {}. jZenith retries this message at least once a minute. Correct the cause, or set messages.{}.on-failure=dead-letter.",
                    partition.stopReason,
                    topic.name(),
                    error);
        }
        if (partition.stoppedAt == delivery) {
            pause(delivery, delivery.attempt, () -> makeReady(delivery.queue));
        } else {
            partition.stop(delivery.queue);
        }
    }

    private void die(final MessageDelivery delivery, final Throwable error, final int times) {
        delivery.queue.state = KeyQueue.State.BUSY;
        delivery.dying = true;
        final DeadLetter letter = letter(delivery, error);
        final Disposable unused = Completable.defer(
                        () -> topic.engine().deadLetters().add(letter))
                .subscribe(
                        () -> home.runUnlessTerminated(() -> {
                            delivery.dying = false;
                            events.dead(delivery, error, letter.id());
                            pass(delivery);
                            startNext();
                        }),
                        failure -> home.runUnlessTerminated(() -> {
                            delivery.dying = false;
                            unstored.add(failure);
                            if (stopping || delivery.partition.isRevoked()) {
                                drop(delivery);
                            } else {
                                pause(delivery, times, () -> die(delivery, error, times + 1));
                            }
                        }));
    }

    /**
     * The id is the same if another instance stores it again. A log that was created again has other messages at the same positions, so the id
     * has a hash of the message's.
     */
    private DeadLetter letter(final MessageDelivery delivery, final Throwable error) {
        final StoredMessage message = delivery.message;
        return new DeadLetter(
                topic.name() + "." + definition.name() + "." + message.partition() + "." + message.position() + "."
                        + Integer.toHexString(message.id().hashCode()),
                topic.name(),
                definition.name(),
                message.id(),
                message.key(),
                message.headers(),
                message.body(),
                describe(error),
                delivery.attempt,
                Instant.now());
    }

    /** Returns the class of an error, and its message only if jZenith has made it: others may have personal data. */
    private static String describe(final Throwable error) {
        if (error instanceof UnreadableMessageException) {
            return String.valueOf(error.getMessage());
        }
        final String type = error.getClass().getName();
        return type.startsWith("org.jzenith.") ? type + ": " + error.getMessage() : type;
    }

    /** Pauses a partition that has its share of what may wait, and resumes it when half of that is left. */
    private void balance(final Partition partition) {
        if (partition.isRevoked()) {
            return;
        }
        final int share = Math.max(1, topic.settings().maxWaiting() / partitions.size());
        final long size = Math.max(1, topic.settings().maxWaitingSize().bytes() / partitions.size());
        if (!partition.paused && (partition.waiting >= share || partition.waitingSize >= size)) {
            partition.paused = true;
            session().pause(partition.number);
        } else if (partition.paused && partition.waiting <= share / 2 && partition.waitingSize <= size / 2) {
            partition.paused = false;
            session().resume(partition.number);
        }
    }

    @Override
    public Completable revoked(final int partition, final boolean lost) {
        final CompletableSubject released = CompletableSubject.create();
        home.runUnlessTerminated(() -> {
            final Partition held = partitions.remove(partition);
            final Partition known = held == null ? leaving.get(partition) : held;
            if (known == null) {
                released.onComplete();
            } else {
                leaving.put(partition, known);
                known.revoke(lost)
                        .doOnComplete(() -> leaving.remove(partition, known))
                        .subscribe(released);
                known.takeStoppedQueues().forEach(this::makeReady);
                known.open().forEach(delivery -> release(delivery, lost));
                commits.moved(known);
                startNext();
            }
        });
        return released;
    }

    private void release(final MessageDelivery delivery, final boolean lost) {
        if (lost && delivery.run != null) {
            delivery.run.dispose();
            delivery.run = null;
            running.decrementAndGet();
        }
        if (!delivery.isInProgress()) {
            final boolean isFirst = delivery.queue.first() == delivery;
            delivery.dropped = true;
            if (isFirst) {
                makeReady(delivery.queue);
            }
        }
    }

    @Override
    public void failed(final Throwable error) {
        if (readFailure == null) {
            ConsumerEvents.LOGGER.warn("The messages of {} cannot be read. jZenith tries again.", this, error);
        }
        readFailure = error;
    }

    @Override
    public void recovered() {
        if (readFailure != null) {
            readFailure = null;
            ConsumerEvents.LOGGER.info("The messages of {} can be read again.", this);
        }
    }

    Health health() {
        final String stopped = partitions.values().stream()
                .filter(each -> each.stoppedAt != null)
                .map(each -> each.stopReason)
                .findFirst()
                .orElse(null);
        final Throwable failure = readFailure;
        if (failure instanceof TopicLostException) {
            return Health.unhealthy(String.valueOf(failure.getMessage()));
        }
        if (stopped != null) {
            return Health.unhealthy(stopped);
        }
        if (failure != null) {
            return Health.degraded("the messages of " + this + " cannot be read: " + describe(failure));
        }
        final Instant oldest = oldest();
        if (oldest != null && isTooOld(oldest)) {
            return Health.degraded("the oldest message of " + this + ", published at " + oldest
                    + ", is older than the topic's retention. " + missing());
        }
        final String text = miss;
        return text == null
                ? Health.healthy()
                : Health.degraded("messages were deleted before " + this + " handled them. " + text
                        + " This is reported until the instance is restarted.");
    }

    private boolean isTooOld(final Instant publishedAt) {
        return Duration.between(publishedAt, Instant.now())
                        .compareTo(topic.settings().retention())
                > 0;
    }

    private String missing() {
        return "Later messages can be deleted before they are handled. Find out what delays the consumer, or raise messages."
                + topic.name() + ".retention.";
    }

    /** Starts no further message. */
    void stop() {
        stopping = true;
        handler.stop();
    }

    /** Gives the partitions back when their running handlers have ended. */
    Completable close() {
        return Completable.defer(() -> session == null ? Completable.complete() : session.close());
    }

    /** Waits for the running handlers, and disposes those that are left at the time limit. */
    Completable drain(final Duration stopDelay, final Duration drainTimeout) {
        return handler.drain(stopDelay, drainTimeout);
    }

    int inFlight() {
        return running.get();
    }

    /** Returns the partitions, whose volatile fields any thread may read. */
    Collection<Partition> partitions() {
        return partitions.values();
    }

    /** Returns the number of partitions in a state that their volatile fields have. */
    long count(final Predicate<Partition> state) {
        return partitions.values().stream().filter(state).count();
    }

    /** Returns the number of messages that wait, those in flight included. */
    long waiting() {
        return partitions.values().stream().mapToLong(each -> each.waiting).sum();
    }

    /** Returns when the oldest message that waits was published; null if none waits. */
    @Nullable
    Instant oldest() {
        return partitions.values().stream()
                .map(each -> each.oldest)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    /** Returns about the number of messages of this instance's partitions that are not committed. */
    Single<Long> lag() {
        return Single.defer(() -> session == null
                ? Single.just(0L)
                : session.lag()
                        .map(lags -> lags.values().stream()
                                .mapToLong(Long::longValue)
                                .sum()));
    }

    @Override
    public String toString() {
        return topic.name() + "/" + definition.name();
    }
}
