package org.jzenith.messages;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Single;
import java.util.List;
import java.util.Map;

/**
 * The messages that consumers could not handle. Injectable where the application has {@code MessagesPlugin}; safe for use by many threads.
 */
@CheckReturnValue
public interface DeadLetters {

    /**
     * Returns the oldest dead letters of a topic.
     *
     * @param topic the name of the topic
     * @param most the maximum number, 1 to 1,000
     * @return oldest first
     */
    Single<List<DeadLetter>> list(String topic, int most);

    /**
     * Counts the dead letters.
     *
     * @return the number by topic, without those that have none
     */
    Single<Map<String, Long>> counts();

    /**
     * Publishes the message of a dead letter again, for the consumer that failed only, and removes the dead letter. It comes after the messages
     * of its key that were published in the meantime.
     *
     * @param topic the name of the topic
     * @param id the id of the dead letter
     * @return completes when it is published and removed; fails with a {@link java.util.NoSuchElementException} if there is none
     */
    Completable replay(String topic, String id);

    /**
     * Removes a dead letter.
     *
     * @param topic the name of the topic
     * @param id the id of the dead letter
     * @return completes when it is removed; fails with a {@link java.util.NoSuchElementException} if there is none
     */
    Completable remove(String topic, String id);
}
