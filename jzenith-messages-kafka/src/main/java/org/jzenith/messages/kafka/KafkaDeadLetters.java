package org.jzenith.messages.kafka;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.kafka.internal.producer.RecordSender;
import org.jzenith.messages.DeadLetter;
import org.jzenith.messages.engine.DeadLetterStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dead letters in Kafka. The dead letters of a topic are in a compacted topic with one partition. The keys are the ids of the dead letters, and
 * a tombstone removes a dead letter.
 */
final class KafkaDeadLetters implements DeadLetterStore {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.messages.kafka");

    /** The prefix of the headers that describe the dead letter; other headers belong to the message. */
    private static final String PREFIX = "jzenith-dead-";

    private static final String CONSUMER = PREFIX + "consumer";
    private static final String MESSAGE = PREFIX + "message";
    private static final String KEY = PREFIX + "key";
    private static final String ERROR = PREFIX + "error";
    private static final String ATTEMPTS = PREFIX + "attempts";
    private static final String DIED_AT = PREFIX + "died-at";

    /** The maximum size of a dead letter's record in addition to the body and the key of the message, because of its headers. */
    static final int OVERHEAD = TopicSetup.OVERHEAD + 16 * 1024;

    /** The length to which an id is truncated if its message is too large. */
    private static final int LONGEST_ID = 256;

    private final AdminCalls admin;
    private final TopicSetup setup;
    private final RecordSender sender;
    private final ReaderPool pool;
    private final Supplier<Collection<String>> topics;
    private final ToLongFunction<String> maxSizes;
    private final Map<String, DeadLetterIndex> indexes = new ConcurrentHashMap<>();

    /** @param topics returns the names of the open topics */
    KafkaDeadLetters(
            final AdminCalls admin,
            final TopicSetup setup,
            final RecordSender sender,
            final ReaderPool pool,
            final Supplier<Collection<String>> topics,
            final ToLongFunction<String> maxSizes) {
        this.admin = admin;
        this.setup = setup;
        this.sender = sender;
        this.pool = pool;
        this.topics = topics;
        this.maxSizes = maxSizes;
    }

    private static String logOf(final String topic) {
        return topic + ".dead-letters";
    }

    /** Checks the settings of a topic's dead letters, if their topic exists in Kafka. */
    Completable check(final String topic) {
        return setup.check(logOf(topic), config -> {
            final long maxSize = maxSizes.applyAsLong(topic);
            final long maxBytes = TopicSetup.number(config, TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Long.MAX_VALUE);
            if (maxSize + OVERHEAD > maxBytes) {
                throw new StartException(StartProblem.of(
                                "messages." + topic + ".max-size is " + maxSize
                                        + " bytes, but Kafka limits records of the topic '" + logOf(topic)
                                        + "' to "
                                        + maxBytes
                                        + " bytes (max.message.bytes) including headers. Dead letters could lose their messages.")
                        .remedy("Lower the setting, or raise max.message.bytes of that topic in Kafka to "
                                + (maxSize + OVERHEAD) + "."));
            }
            final String cleanup =
                    TopicSetup.text(config, TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
            if (!cleanup.equals(TopicConfig.CLEANUP_POLICY_COMPACT)) {
                LOGGER.warn(
                        "Kafka deletes dead letters, because the cleanup.policy of the topic '{}' is {}. Set it to compact.",
                        logOf(topic),
                        cleanup);
            }
        });
    }

    private NewTopic newTopic(final String topic) {
        final long maxBytes = Math.max(1 << 20, maxSizes.applyAsLong(topic)) + OVERHEAD;
        return new NewTopic(logOf(topic), Optional.of(1), Optional.empty())
                .configs(Map.of(
                        TopicConfig.CLEANUP_POLICY_CONFIG,
                        TopicConfig.CLEANUP_POLICY_COMPACT,
                        TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                        Long.toString(maxBytes)));
    }

    /** Reads dead letters on a thread of the pool; empty if the topic never had any. */
    private <T> Maybe<T> read(
            final String topic, final BiFunction<Consumer<byte[], byte[]>, TopicDescription, T> reading) {
        return admin.describe(logOf(topic))
                .toMaybe()
                .onErrorResumeNext(
                        (Throwable error) -> AdminCalls.isMissing(error) ? Maybe.empty() : Maybe.error(error))
                .flatMapSingleElement(found -> pool.read(action(topic), consumer -> reading.apply(consumer, found)));
    }

    private static String action(final String topic) {
        return "Reading the dead letters of the topic '" + topic + "' failed";
    }

    private DeadLetterIndex index(final String topic) {
        return indexes.computeIfAbsent(
                topic, any -> new DeadLetterIndex(logOf(topic), Duration.ofMillis(admin.timeoutMillis())));
    }

    @Override
    public Completable add(final DeadLetter letter) {
        return setup.describe(newTopic(letter.topic()), false)
                .flatMap(found -> sender.send(record(letter)))
                .onErrorResumeNext(
                        error -> isTooLarge(error) ? sender.send(record(withoutMessage(letter))) : Single.error(error))
                .ignoreElement();
    }

    private static DeadLetter withoutMessage(final DeadLetter letter) {
        final String messageId = letter.messageId();
        return new DeadLetter(
                letter.id(),
                letter.topic(),
                letter.consumer(),
                messageId.substring(0, Math.min(messageId.length(), LONGEST_ID)),
                null,
                Map.of(),
                new byte[0],
                letter.error() + " The message is too large to be kept as a dead letter.",
                letter.attempts(),
                letter.diedAt());
    }

    private static boolean isTooLarge(final Throwable error) {
        return error instanceof RecordTooLargeException || error.getCause() instanceof RecordTooLargeException;
    }

    private static ProducerRecord<byte[], byte[]> record(final DeadLetter letter) {
        final ProducerRecord<byte[], byte[]> written =
                new ProducerRecord<>(logOf(letter.topic()), 0, MessageRecords.bytes(letter.id()), letter.body());
        final Headers headers = written.headers();
        final Map<String, String> kept = new HashMap<>(letter.headers());
        kept.keySet().removeIf(name -> name.startsWith(PREFIX));
        MessageRecords.add(headers, kept);
        MessageRecords.add(
                headers,
                Map.of(
                        CONSUMER,
                        letter.consumer(),
                        MESSAGE,
                        letter.messageId(),
                        ERROR,
                        letter.error(),
                        ATTEMPTS,
                        Integer.toString(letter.attempts()),
                        DIED_AT,
                        Long.toString(letter.diedAt().toEpochMilli())));
        if (letter.key() != null) {
            MessageRecords.add(headers, Map.of(KEY, letter.key()));
        }
        return written;
    }

    private static DeadLetter letter(final String topic, final ConsumerRecord<byte[], byte[]> read) {
        final Map<String, String> headers = MessageRecords.headers(read.headers());
        final Map<String, String> ofMessage = new HashMap<>(headers);
        ofMessage.keySet().removeIf(name -> name.startsWith(PREFIX));
        return new DeadLetter(
                String.valueOf(MessageRecords.text(read.key())),
                topic,
                headers.getOrDefault(CONSUMER, ""),
                headers.getOrDefault(MESSAGE, ""),
                headers.get(KEY),
                ofMessage,
                MessageRecords.body(read),
                headers.getOrDefault(ERROR, ""),
                (int) number(headers.get(ATTEMPTS), 0),
                Instant.ofEpochMilli(number(headers.get(DIED_AT), read.timestamp())));
    }

    /** Parses a number. Invalid text has a replacement, because any client may have written it. */
    private static long number(final @Nullable String text, final long replacement) {
        try {
            return text == null ? replacement : Long.parseLong(text);
        } catch (final NumberFormatException e) {
            return replacement;
        }
    }

    @Override
    public Single<List<DeadLetter>> list(final String topic, final int most) {
        return read(
                        topic,
                        (consumer, found) -> index(topic).list(consumer, found.topicId(), most).stream()
                                .map(each -> letter(topic, each))
                                .toList())
                .toSingle(List.of());
    }

    @Override
    public Maybe<DeadLetter> find(final String topic, final String id) {
        return read(
                        topic,
                        (consumer, found) -> Optional.ofNullable(index(topic).find(consumer, found.topicId(), id))
                                .map(each -> letter(topic, each)))
                .filter(Optional::isPresent)
                .map(Optional::get);
    }

    @Override
    public Single<Boolean> remove(final String topic, final String id) {
        return read(topic, (consumer, found) -> index(topic).contains(consumer, found.topicId(), id))
                .toSingle(false)
                .flatMap(isThere -> isThere
                        ? sender.send(new ProducerRecord<>(logOf(topic), 0, MessageRecords.bytes(id), null))
                                .map(written -> true)
                        : Single.just(false));
    }

    @Override
    public Single<Map<String, Long>> counts() {
        return Flowable.defer(() -> Flowable.fromIterable(topics.get()))
                .concatMapMaybe(topic -> read(
                        topic,
                        (consumer, found) -> Map.entry(topic, index(topic).count(consumer, found.topicId()))))
                .filter(count -> count.getValue() > 0)
                .toMap(Map.Entry::getKey, Map.Entry::getValue);
    }
}
