package org.jzenith.messages.log;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.lease.Term;
import org.jzenith.messages.engine.ConsumerSession;
import org.jzenith.messages.engine.DeadLetterStore;
import org.jzenith.messages.engine.FollowedMessage;
import org.jzenith.messages.engine.LogStore;
import org.jzenith.messages.engine.MessageEngine;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.PartitionListener;
import org.jzenith.messages.engine.TopicDefinition;
import org.jzenith.messages.error.TopicLostException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * For plugins: an engine over a store of logs. Instances with the same consumer share the partitions of a topic with leases in the store. If an
 * instance ends without closing its sessions, the others take its partitions within 5 s. The engine reads messages when the store reports new
 * ones, and every 5 s. An idle engine sends at most two statements a second to its store.
 *
 * <pre>{@code
 * MessageEngine engine = LogEngine.of(store, vertx);
 * }</pre>
 */
@CheckReturnValue
public final class LogEngine implements MessageEngine {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.messages");
    private static final long TICK_MILLIS = 200;
    private static final long POLL_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long POLL_GAP_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long TRIM_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final LogStore store;
    private final EngineLoop loop;
    private final LeaseHeartbeat heartbeat;
    private final Map<String, OpenTopic> topics = new ConcurrentHashMap<>();
    private final List<LogConsumer> consumers = new ArrayList<>();
    private final CountedWarning notTrimmed =
            new CountedWarning(LOGGER, "Old messages of a topic could not be deleted. jZenith tries again.");
    private final CountedWarning notPolled =
            new CountedWarning(LOGGER, "The state of a topic could not be read. jZenith tries again.");
    private long polledAt = System.nanoTime();
    private boolean polling;
    private long timer = -1;

    /** An open topic, and the times at which to poll and trim it next. */
    private static final class OpenTopic {

        private final TopicLog log;
        private long pollAt = System.nanoTime() + POLL_NANOS;
        private long trimAt = System.nanoTime() + ThreadLocalRandom.current().nextLong(TRIM_NANOS);

        OpenTopic(final TopicLog log) {
            this.log = log;
        }
    }

    private LogEngine(final LogStore store, final Vertx vertx) {
        this.store = store;
        this.loop = new EngineLoop(vertx);
        this.heartbeat = new LeaseHeartbeat(store.leases(), loop);
    }

    /**
     * Creates an engine, which does nothing in the background until it is started.
     *
     * @param store the logs
     * @param vertx the Vert.x of the application; the engine works on one of its event loops
     * @return a new engine with the name of the store
     */
    public static LogEngine of(final LogStore store, final Vertx vertx) {
        return new LogEngine(store, vertx);
    }

    /**
     * Returns the heartbeat, with which other parts of the application can renew leases in the same store.
     *
     * @return the heartbeat that also renews the leases of consumers
     */
    public LeaseHeartbeat heartbeat() {
        return heartbeat;
    }

    @Override
    public String name() {
        return store.name();
    }

    @Override
    public Completable open(final TopicDefinition topic) {
        return Completable.defer(() -> topics.computeIfAbsent(
                        topic.name(), any -> new OpenTopic(new TopicLog(store, loop, topic)))
                .log
                .open());
    }

    /**
     * Returns true if a topic uses the engine. The engine then remembers positions of its store.
     *
     * @return true after {@link #open}
     */
    public boolean hasTopics() {
        return !topics.isEmpty();
    }

    private TopicLog topic(final String name) {
        final OpenTopic open = topics.get(name);
        if (open == null) {
            throw new IllegalArgumentException("The topic '" + name + "' is not open.");
        }
        return open.log;
    }

    @Override
    public Completable append(final String topic, final List<NewMessage> messages, final @Nullable Term fence) {
        return Completable.defer(() -> {
            final TopicLostException loss = topic(topic).loss();
            return loss == null ? store.append(topic, messages, fence) : Completable.error(loss);
        });
    }

    @Override
    public ConsumerSession consume(final String topic, final String consumer, final PartitionListener listener) {
        final LogConsumer session = new LogConsumer(topic(topic), consumer, listener, heartbeat);
        loop.run(() -> {
            consumers.add(session);
            session.begin();
        });
        return session;
    }

    @Override
    public Flowable<FollowedMessage> follow(final String topic, final @Nullable String after) {
        return Flowable.defer(() -> LogFollower.follow(topic(topic), after));
    }

    @Override
    public Single<String> end(final String topic) {
        return Single.defer(() -> topic(topic).check())
                .map(state -> new LogPosition(state.incarnation(), state.last()).toString());
    }

    @Override
    public DeadLetterStore deadLetters() {
        return store.deadLetters();
    }

    @Override
    public Completable begin() {
        return Completable.fromAction(() -> loop.run(() -> {
            timer = loop.context().setPeriodic(TICK_MILLIS, this::tick);
            loop.start(
                    store.arrivals()
                            .doOnNext(name -> {
                                final OpenTopic topic = topics.get(name);
                                if (topic != null) {
                                    topic.log.wake();
                                }
                            })
                            .ignoreElements(),
                    notPolled::add);
        }));
    }

    private void tick() {
        heartbeat.tick();
        final long now = System.nanoTime();
        if (!polling && now - polledAt >= POLL_GAP_NANOS) {
            topics.values().stream()
                    .filter(each -> each.log.hasReaders() && now - each.pollAt >= 0)
                    .min((one, other) -> Long.compare(one.pollAt - other.pollAt, 0))
                    .ifPresent(each -> poll(each, now));
        }
        topics.values().stream().filter(each -> now - each.trimAt >= 0).forEach(each -> trim(each, now));
    }

    private void poll(final OpenTopic topic, final long now) {
        topic.pollAt = now + POLL_NANOS;
        polledAt = now;
        polling = true;
        loop.start(topic.log.poll().observeOn(loop.scheduler()).doFinally(() -> polling = false), notPolled::add);
    }

    private void trim(final OpenTopic topic, final long now) {
        topic.trimAt = now + TRIM_NANOS * 3 / 4 + ThreadLocalRandom.current().nextLong(TRIM_NANOS / 2);
        consumers.removeIf(LogConsumer::isClosed);
        final List<LogConsumer> ofTopic =
                consumers.stream().filter(each -> each.topic() == topic.log).toList();
        if (ofTopic.isEmpty() || ofTopic.stream().anyMatch(each -> each.has(0))) {
            loop.start(store.trim(topic.log.definition()), notTrimmed::add);
        }
    }

    @Override
    public Completable close() {
        return Completable.fromAction(() -> {
            topics.values().forEach(each -> each.log.close());
            loop.context().cancelTimer(timer);
            loop.dispose();
        });
    }
}
