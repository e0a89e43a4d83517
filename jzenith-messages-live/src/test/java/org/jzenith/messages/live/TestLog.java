package org.jzenith.messages.live;

import io.reactivex.BackpressureStrategy;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.FlowableEmitter;
import io.reactivex.Single;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.JZenith;
import org.jzenith.core.lease.Term;
import org.jzenith.messages.engine.ConsumerSession;
import org.jzenith.messages.engine.DeadLetterStore;
import org.jzenith.messages.engine.FollowedMessage;
import org.jzenith.messages.engine.MessageEngine;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.PartitionListener;
import org.jzenith.messages.engine.StoredMessage;
import org.jzenith.messages.engine.TopicDefinition;
import org.jzenith.messages.error.PositionLostException;
import org.jzenith.messages.error.TopicLostException;

/** A log that several applications share, and that a test takes away, trims and empties. It counts its subscriptions. */
final class TestLog implements MessageEngine {

    private final List<FollowedMessage> messages = new ArrayList<>();
    private final Set<FlowableEmitter<FollowedMessage>> followers = new LinkedHashSet<>();
    private String incarnation = "first";
    private int trimmed;
    private int subscriptions;
    private boolean away;

    /** Puts the log into an application, for all its topics. */
    JZenith in(final JZenith application) {
        return application.withModules(
                binder -> MessageEngine.binder(binder).addBinding().toInstance(this));
    }

    /** Returns the number of subscriptions until now. */
    synchronized int subscriptions() {
        return subscriptions;
    }

    /** Returns the number of subscriptions now. */
    synchronized int followers() {
        return followers.size();
    }

    /** Fails all calls until it is back. */
    synchronized void setAway(final boolean isAway) {
        away = isAway;
        if (away) {
            failAll();
        }
    }

    /** Removes the messages before a number. */
    synchronized void trim(final int count) {
        trimmed = count;
    }

    /** Loses all messages, as a server that is restarted without its data. */
    synchronized void restartEmpty() {
        incarnation = "second";
        messages.clear();
        trimmed = 0;
        failAll();
    }

    private void failAll() {
        List.copyOf(followers)
                .forEach(each -> each.tryOnError(new TopicLostException("The test has taken the log away.")));
        followers.clear();
    }

    /** Stores text as it is. */
    void append(final String topic, final String body) {
        append(topic, null, body);
    }

    private synchronized void append(final String topic, final @Nullable String key, final String body) {
        final int number = messages.size() + 1;
        final FollowedMessage added = new FollowedMessage(
                new StoredMessage(
                        number, 0, "id-" + number, key, Map.of(), body.getBytes(StandardCharsets.UTF_8), Instant.EPOCH),
                position(topic, number));
        messages.add(added);
        List.copyOf(followers).forEach(each -> each.onNext(added));
    }

    private String position(final String topic, final int number) {
        return topic + "-" + incarnation + "." + number;
    }

    @Override
    public String name() {
        return "test-log";
    }

    @Override
    public Completable open(final TopicDefinition topic) {
        return Completable.complete();
    }

    @Override
    public Completable append(final String topic, final List<NewMessage> added, final @Nullable Term fence) {
        return Completable.fromAction(() ->
                added.forEach(each -> append(topic, each.key(), new String(each.body(), StandardCharsets.UTF_8))));
    }

    @Override
    public Flowable<FollowedMessage> follow(final String topic, final @Nullable String after) {
        return Flowable.create(emitter -> subscribe(topic, after, emitter), BackpressureStrategy.BUFFER);
    }

    private synchronized void subscribe(
            final String topic, final @Nullable String after, final FlowableEmitter<FollowedMessage> emitter) {
        subscriptions++;
        if (away) {
            emitter.onError(new TopicLostException("The test has taken the log away."));
            return;
        }
        int next = after == null ? messages.size() : trimmed;
        while (after != null
                && next <= messages.size()
                && !position(topic, next).equals(after)) {
            next++;
        }
        if (next > messages.size()) {
            emitter.onError(new PositionLostException("The test has no such position."));
            return;
        }
        emitter.setCancellable(() -> remove(emitter));
        followers.add(emitter);
        List.copyOf(messages.subList(next, messages.size())).forEach(emitter::onNext);
    }

    private synchronized void remove(final FlowableEmitter<FollowedMessage> emitter) {
        followers.remove(emitter);
    }

    @Override
    public Single<String> end(final String topic) {
        return Single.fromCallable(() -> {
            synchronized (this) {
                if (away) {
                    throw new TopicLostException("The test has taken the log away.");
                }
                return position(topic, messages.size());
            }
        });
    }

    @Override
    public ConsumerSession consume(final String topic, final String consumer, final PartitionListener listener) {
        throw new UnsupportedOperationException();
    }

    @Override
    public DeadLetterStore deadLetters() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Completable begin() {
        return Completable.complete();
    }

    @Override
    public Completable close() {
        return Completable.complete();
    }
}
