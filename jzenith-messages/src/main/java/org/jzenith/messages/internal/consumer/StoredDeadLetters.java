package org.jzenith.messages.internal.consumer;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jzenith.messages.DeadLetter;
import org.jzenith.messages.DeadLetters;
import org.jzenith.messages.engine.DeadLetterStore;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.internal.topic.ConsumerDefinition;
import org.jzenith.messages.internal.topic.KnownTopic;
import org.jzenith.messages.internal.topic.KnownTopics;
import org.jzenith.messages.internal.topic.MessageHeaders;

/** The dead letters of all topics, in the stores of their engines. Safe for use by many threads. */
public final class StoredDeadLetters implements DeadLetters {

    private static final int MOST = 1_000;

    private final KnownTopics topics;
    private final Set<String> consumers;

    public StoredDeadLetters(final KnownTopics topics, final List<ConsumerDefinition> consumers) {
        this.topics = topics;
        this.consumers = consumers.stream()
                .map(each -> each.topic().name() + "/" + each.name())
                .collect(Collectors.toSet());
    }

    @Override
    public Single<List<DeadLetter>> list(final String topic, final int most) {
        if (most < 1 || most > MOST) {
            throw new IllegalArgumentException(
                    "Cannot list " + most + " dead letters at a time. Use 1 to " + MOST + ".");
        }
        final KnownTopic known = topics.topic(topic);
        return known.open().andThen(Single.defer(() -> store(known).list(topic, most)));
    }

    @Override
    public Single<Map<String, Long>> counts() {
        return Flowable.fromIterable(topics.all().stream()
                        .collect(Collectors.toMap(KnownTopic::engine, each -> each, (one, other) -> one))
                        .values())
                .flatMapSingle(topic ->
                        topic.open().andThen(Single.defer(() -> store(topic).counts())))
                .collectInto((Map<String, Long>) new TreeMap<String, Long>(), Map::putAll)
                .doOnSuccess(counts -> counts.keySet().retainAll(topics.names()));
    }

    @Override
    public Completable replay(final String topic, final String id) {
        final KnownTopic known = topics.topic(topic);
        return known.open()
                .andThen(Single.defer(
                        () -> store(known).find(topic, id).switchIfEmpty(Single.error(() -> missing(topic, id)))))
                .flatMapCompletable(letter -> topics.send(topic, List.of(again(known, letter)), null)
                        .andThen(Completable.defer(
                                () -> store(known).remove(topic, id).ignoreElement())));
    }

    private NewMessage again(final KnownTopic topic, final DeadLetter letter) {
        if (!consumers.contains(topic.name() + "/" + letter.consumer())) {
            throw new IllegalStateException("The dead letter '" + letter.id() + "' is for the consumer '"
                    + letter.consumer() + "', which this application does not have. "
                    + "Replay it in the application that has the consumer, or remove it.");
        }
        final Map<String, String> headers = new HashMap<>(letter.headers());
        headers.put(MessageHeaders.CONSUMER, letter.consumer());
        return new NewMessage(
                letter.messageId(),
                topic.partitionOf(letter.key()),
                letter.key(),
                headers,
                letter.body(),
                Instant.now());
    }

    @Override
    public Completable remove(final String topic, final String id) {
        final KnownTopic known = topics.topic(topic);
        return known.open()
                .andThen(Single.defer(() -> store(known).remove(topic, id)))
                .flatMapCompletable(
                        removed -> removed ? Completable.complete() : Completable.error(missing(topic, id)));
    }

    private static NoSuchElementException missing(final String topic, final String id) {
        return new NoSuchElementException("The topic '" + topic + "' has no dead letter '" + id + "'.");
    }

    private static DeadLetterStore store(final KnownTopic topic) {
        return topic.engine().deadLetters();
    }
}
