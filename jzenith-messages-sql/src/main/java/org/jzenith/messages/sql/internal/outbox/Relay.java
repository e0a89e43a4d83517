package org.jzenith.messages.sql.internal.outbox;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.lease.Lease;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.messages.engine.Topics;
import org.jzenith.messages.log.LeaseGroup;
import org.jzenith.messages.log.LeaseHeartbeat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes the messages of the outbox to the engines of their topics. For each topic one instance has a lease in the outbox's database; the others
 * ring when they have committed messages. Since a ring may be lost, that instance also looks by itself.
 *
 * <p>{@link #ring} and the numbers are for all threads; the rest runs on one event loop.
 */
@CheckReturnValue
public final class Relay implements LeaseGroup {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.messages.sql.Outbox");

    private static final String GROUP = "outbox/";
    private static final long TICK_MILLIS = 200;
    private static final long NO_TIMER = -1;

    /** The pauses between looks: with notifications, and without them. */
    private static final long LOOK_MILLIS = 4_000;

    private static final long POLL_MILLIS = 1_000;
    private static final long BUSY_POLL_MILLIS = 200;
    private static final long FORGET_MILLIS = 60_000;

    private final EventLoopContext loop;
    private final OutboxTable table;
    private final Topics topics;
    private final LeaseHeartbeat heartbeat;
    private final InProgress inProgress;
    private final Map<String, TopicRelay> relays = new TreeMap<>();

    /** The topics for which a task of the event loop is on its way. */
    private final Set<String> queuedRings = ConcurrentHashMap.newKeySet();

    /** The topics for which a notification is on its way, with true for those that need another one. */
    private final Map<String, Boolean> ringingAgain = new HashMap<>();

    private final CountedWarning unreadable =
            new CountedWarning(LOGGER, "The outbox cannot be read, so its messages wait. jZenith tries again.");
    private final CountedWarning unknown = new CountedWarning(
            LOGGER,
            "Messages wait in the outbox for a topic that the application does not know. Add it with publishing(..) of MessagesPlugin.",
            Duration.ofMinutes(1));
    private String group = "";
    private long timer = NO_TIMER;
    private boolean late;
    private volatile boolean begun;
    private volatile long waiting;
    private volatile @Nullable Instant oldest;

    /**
     * Creates the relay, which does nothing yet.
     *
     * @param heartbeat renews leases in the database of the outbox
     * @param table the outbox
     * @param topics the topics
     * @param passes returns how the messages of a topic are passed on
     */
    public Relay(
            final LeaseHeartbeat heartbeat,
            final OutboxTable table,
            final Topics topics,
            final Function<String, Pass> passes) {
        this.heartbeat = heartbeat;
        this.loop = heartbeat.loop();
        this.table = table;
        this.topics = topics;
        this.inProgress = new InProgress(loop);
        final CountedWarning failing =
                new CountedWarning(LOGGER, "Messages from the outbox could not be passed on to their engine.");
        topics.names()
                .forEach(topic -> relays.put(topic, new TopicRelay(topic, passes, inProgress, failing, this::release)));
    }

    /**
     * Returns the number of messages that wait, as this instance last saw it.
     *
     * @return 0 if this instance passes on no topic
     */
    public long waiting() {
        return waiting;
    }

    /**
     * Returns the age of the oldest message that waits, by the clocks of its publisher and of this instance.
     *
     * @return seconds; 0 if none waits
     */
    public long oldestSeconds() {
        final Instant time = oldest;
        return time == null
                ? 0
                : Math.max(0, Duration.between(time, Instant.now()).toSeconds());
    }

    /**
     * Starts.
     *
     * @return completes when the tables were read
     */
    public Completable begin() {
        return table.id()
                .flatMapCompletable(id -> Completable.fromAction(() -> {
                    begun = true;
                    loop.run(() -> begin(id));
                }));
    }

    private void begin(final String id) {
        group = GROUP + id;
        if (table.hasNotifications()) {
            inProgress.listen(table.rings(), this::rung);
        }
        heartbeat.add(this);
        heartbeat.tick();
        timer = loop.setPeriodic(TICK_MILLIS, heartbeat::tick);
        look();
        inProgress.later(FORGET_MILLIS, this::forget);
    }

    /**
     * Stops, and gives the leases back, so that other instances go on at once.
     *
     * @return completes when the passes in progress have ended
     */
    public Completable stop() {
        return Completable.defer(() -> {
            if (!begun) {
                return Completable.complete();
            }
            loop.run(() -> {
                heartbeat.remove(this);
                loop.cancelTimer(timer);
                Map.copyOf(ringingAgain).forEach((topic, again) -> {
                    if (again) {
                        ringElsewhere(topic);
                    }
                });
                inProgress.stop();
            });
            return inProgress
                    .idle()
                    .andThen(Completable.defer(heartbeat::settled))
                    .andThen(Completable.defer(this::release));
        });
    }

    private void release(final Lease lease) {
        inProgress.run(heartbeat.release(lease).toSingleDefault(lease), released -> {}, error -> {});
    }

    private Completable release() {
        waiting = 0;
        oldest = null;
        return Completable.merge(relays.values().stream()
                .map(TopicRelay::lease)
                .filter(Objects::nonNull)
                .map(heartbeat::release)
                .toList());
    }

    /**
     * Passes on messages that were committed.
     *
     * @param topic the name of their topic
     */
    public void ring(final String topic) {
        if (begun && queuedRings.add(topic)) {
            loop.run(() -> {
                queuedRings.remove(topic);
                ringHereOrElsewhere(topic);
            });
        }
    }

    private void ringHereOrElsewhere(final String topic) {
        final TopicRelay relay = relays.get(topic);
        if (inProgress.isStopped()) {
            tellOnce();
        }
        if (!inProgress.isStopped() && relay != null && relay.lease() != null) {
            relay.ring();
        } else if (table.hasNotifications()) {
            final Boolean ringing = ringingAgain.put(topic, true);
            if (ringing == null) {
                ringElsewhere(topic);
            }
        }
    }

    /** Requests and handlers that are in progress may publish until the application has stopped. */
    private void tellOnce() {
        if (!late) {
            late = true;
            LOGGER.info(
                    "The application is stopping, and still publishes messages. They wait in the outbox until another"
                            + " instance, or this one after its next start, passes them on.");
        }
    }

    private void ringElsewhere(final String topic) {
        ringingAgain.put(topic, false);
        final long begin = System.nanoTime();
        inProgress.run(table.ring(topic).toSingleDefault(topic), rung -> haveRung(topic, begin), error -> {
            LOGGER.debug("The relay of the topic '{}' was not notified.", topic, error);
            haveRung(topic, begin);
        });
    }

    private void haveRung(final String topic, final long begin) {
        final Runnable next = () -> {
            if (Boolean.TRUE.equals(ringingAgain.remove(topic))) {
                ringHereOrElsewhere(topic);
            }
        };
        if (inProgress.isStopped()) {
            // Later, because a stop waits until nothing is in progress.
            loop.runLater(next);
        } else {
            loop.setTimer(TopicRelay.pauseAfter(begin), next);
        }
    }

    private void rung(final String topic) {
        relays.values().stream()
                .filter(relay -> topic.isEmpty() || relay.topic().equals(topic))
                .forEach(TopicRelay::ring);
    }

    private boolean holdsAny() {
        return relays.values().stream().anyMatch(relay -> relay.lease() != null);
    }

    @Override
    public String name() {
        return group;
    }

    /** Takes the leases that nobody has. */
    @Override
    public Completable renewed(final List<Lease> leases, final long validUntil) {
        final Set<String> held = new HashSet<>();
        for (final Lease lease : leases) {
            final TopicRelay relay = relays.get(lease.slot());
            if (relay != null && lease.held()) {
                held.add(lease.slot());
                if (lease.owner().equals(heartbeat.owner())) {
                    relay.hold(lease, validUntil);
                } else {
                    relay.lose();
                }
            }
        }
        return Flowable.fromIterable(relays.values())
                .filter(relay -> !held.contains(relay.topic()))
                .flatMapCompletable(relay -> {
                    relay.lose();
                    return inProgress.isStopped() || !relay.mayClaim()
                            ? Completable.complete()
                            : heartbeat
                                    .claim(this, relay.topic())
                                    .doOnSuccess(lease -> relay.hold(lease, validUntil))
                                    .ignoreElement();
                });
    }

    @Override
    public void expire() {
        relays.values().forEach(TopicRelay::expire);
    }

    @Override
    public void failed(final Throwable error) {
        unreadable.add(error.getClass().getName(), () -> LogText.escape(String.valueOf(error.getMessage())));
    }

    /** Looks for messages for which nobody has rung. */
    private void look() {
        if (holdsAny()) {
            inProgress.run(table.state(), this::looked, this::notLooked);
        } else {
            waiting = 0;
            oldest = null;
            inProgress.later(POLL_MILLIS, this::look);
        }
    }

    private void looked(final OutboxTable.State state) {
        if (!group.equals(GROUP + state.id())) {
            adopt(state.id());
        }
        long messages = 0;
        Instant first = null;
        for (final OutboxTable.Backlog backlog : state.backlogs()) {
            final TopicRelay relay = relays.get(backlog.topic());
            if (relay == null) {
                unknown.add(
                        backlog.topic(),
                        () -> "The topic is '" + LogText.escape(backlog.topic()) + "', with " + backlog.messages()
                                + " messages.");
            } else if (relay.lease() != null) {
                relay.ring();
            } else {
                continue;
            }
            messages += backlog.messages();
            first = first == null || backlog.oldest().isBefore(first) ? backlog.oldest() : first;
        }
        waiting = messages;
        oldest = first;
        lookLater(messages > 0);
    }

    private void lookLater(final boolean found) {
        boolean busy = found;
        for (final TopicRelay relay : relays.values()) {
            busy |= relay.hasPassedAny();
        }
        inProgress.later(table.hasNotifications() ? LOOK_MILLIS : busy ? BUSY_POLL_MILLIS : POLL_MILLIS, this::look);
    }

    private void notLooked(final Throwable error) {
        if (error instanceof NoSuchElementException) {
            inProgress.run(table.id(), this::adopt, next -> {});
        } else {
            failed(error);
        }
        lookLater(false);
    }

    /** Goes on in another outbox, with its own terms, because the database has been created again. */
    private void adopt(final String id) {
        LOGGER.error("The database has a different outbox than before, so messages that waited in the old one are lost."
                + " If that was not intended, restore the database.");
        group = GROUP + id;
        relays.values().forEach(TopicRelay::lose);
    }

    private void forget() {
        final Duration longest = topics.names().stream()
                .map(topic -> topics.definition(topic).retention())
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        if (holdsAny()) {
            inProgress.run(
                    table.forget(longest).toSingleDefault(longest),
                    forgotten -> {},
                    error -> LOGGER.warn("Old rows of jzenith_once could not be deleted. jZenith tries again.", error));
        }
        inProgress.later(FORGET_MILLIS, this::forget);
    }
}
