package org.jzenith.messages;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Single;
import java.util.List;
import java.util.Map;

/**
 * The messages that consumers could not handle. Injectable in applications with {@code MessagesPlugin}; safe for use by many threads.
 */
@CheckReturnValue
public interface DeadLetters {

    /**
     * Returns the oldest dead letters of a topic.
     *
     * @param topic the name of the topic
     * @param most the maximum number, 1 to 1,000
     * @return the dead letters, oldest first
     */
    Single<List<DeadLetter>> list(String topic, int most);

    /**
     * Counts the dead letters.
     *
     * @return the number by topic; topics without dead letters are omitted
     */
    Single<Map<String, Long>> counts();

    /**
     * Publishes a dead letter's message again, and removes the dead letter. Only the consumer that failed receives the message, after all
     * messages with the same key that were published in the meantime.
     *
     * @param topic the name of the topic
     * @param id the id of the dead letter
     * @return completes when the message is published and the dead letter removed; fails with a {@link java.util.NoSuchElementException} if the
     *     topic has no such dead letter
     */
    Completable replay(String topic, String id);

    /**
     * Removes a dead letter.
     *
     * @param topic the name of the topic
     * @param id the id of the dead letter
     * @return completes when it is removed; fails with a {@link java.util.NoSuchElementException} if the topic has no such dead letter
     */
    Completable remove(String topic, String id);
}
