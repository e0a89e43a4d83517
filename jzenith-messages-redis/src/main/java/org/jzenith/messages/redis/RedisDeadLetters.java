package org.jzenith.messages.redis;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jzenith.messages.DeadLetter;
import org.jzenith.messages.engine.DeadLetterStore;
import org.jzenith.redis.RedisReply;

/**
 * Dead letters in Redis. Each topic has a stream with its dead letters, oldest first, and a hash from their ids to the entries of the stream.
 */
final class RedisDeadLetters implements DeadLetterStore {

    private final TopicScripts scripts;

    RedisDeadLetters(final TopicScripts scripts) {
        this.scripts = scripts;
    }

    private static String letters(final String topic) {
        return RedisTopic.keyOf(topic, "dead");
    }

    private static List<String> lettersAndIds(final String topic) {
        return List.of(letters(topic), RedisTopic.keyOf(topic, "dead-ids"));
    }

    @Override
    public Completable add(final DeadLetter letter) {
        return scripts.run(
                        letter.topic(),
                        LogScripts.ADD_DEAD,
                        open -> List.of(
                                open.key(), letters(letter.topic()), RedisTopic.keyOf(letter.topic(), "dead-ids")),
                        () -> {
                            final List<Object> arguments = new ArrayList<>(List.of(
                                    letter.id(),
                                    "consumer",
                                    letter.consumer(),
                                    "id",
                                    letter.messageId(),
                                    "headers",
                                    MessageFields.headers(letter.headers()),
                                    "body",
                                    letter.body(),
                                    "error",
                                    letter.error(),
                                    "attempts",
                                    letter.attempts(),
                                    "died",
                                    letter.diedAt().toEpochMilli()));
                            if (letter.key() != null) {
                                arguments.addAll(List.of("key", letter.key()));
                            }
                            return arguments;
                        })
                .ignoreElement();
    }

    @Override
    public Single<List<DeadLetter>> list(final String topic, final int most) {
        return scripts.redis()
                .command("XRANGE", letters(topic), "-", "+", "COUNT", most)
                .map(reply -> letters(topic, reply));
    }

    @Override
    public Maybe<DeadLetter> find(final String topic, final String id) {
        return scripts.redis()
                .run(LogScripts.FIND_DEAD, lettersAndIds(topic), id)
                .map(reply -> letters(topic, reply))
                .flatMapMaybe(found -> found.isEmpty() ? Maybe.empty() : Maybe.just(found.get(0)));
    }

    private static List<DeadLetter> letters(final String topic, final RedisReply reply) {
        return reply.list().stream()
                .map(entry ->
                        letter(topic, new MessageFields(entry.list().get(1).list())))
                .toList();
    }

    private static DeadLetter letter(final String topic, final MessageFields fields) {
        return new DeadLetter(
                fields.text("letter"),
                topic,
                fields.text("consumer"),
                fields.text("id"),
                fields.textOrNull("key"),
                fields.headers(),
                fields.bytes("body"),
                fields.text("error"),
                (int) fields.number("attempts"),
                fields.time("died"));
    }

    @Override
    public Single<Boolean> remove(final String topic, final String id) {
        return scripts.redis()
                .run(LogScripts.REMOVE_DEAD, lettersAndIds(topic), id)
                .map(reply -> reply.number() == 1);
    }

    @Override
    public Single<Map<String, Long>> counts() {
        return Single.defer(() -> {
            final List<RedisTopic> topics = scripts.opened();
            return scripts.redis()
                    .run(
                            LogScripts.LENGTHS,
                            topics.stream().map(topic -> letters(topic.name())).toList())
                    .map(reply -> {
                        final List<RedisReply> lengths = reply.list();
                        final Map<String, Long> counts = new TreeMap<>();
                        for (int i = 0; i < lengths.size(); i++) {
                            if (lengths.get(i).number() > 0) {
                                counts.put(topics.get(i).name(), lengths.get(i).number());
                            }
                        }
                        return counts;
                    });
        });
    }
}
