package org.jzenith.messages.engine;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.util.List;
import java.util.Map;
import org.jzenith.messages.DeadLetter;

/** For plugins: the dead letters of the topics of an engine. Safe for use by many threads. */
@CheckReturnValue
public interface DeadLetterStore {

    /**
     * Stores a dead letter. If the id exists already, the store either replaces the old dead letter or keeps it.
     *
     * @param letter the dead letter
     * @return completes when it is stored
     */
    Completable add(DeadLetter letter);

    /**
     * Returns the oldest dead letters of a topic.
     *
     * @param topic the name of the topic
     * @param most the maximum number
     * @return the dead letters, oldest first
     */
    Single<List<DeadLetter>> list(String topic, int most);

    /**
     * Returns one dead letter.
     *
     * @param topic the name of the topic
     * @param id the id of the dead letter
     * @return the dead letter; empty if there is none
     */
    Maybe<DeadLetter> find(String topic, String id);

    /**
     * Removes a dead letter.
     *
     * @param topic the name of the topic
     * @param id the id of the dead letter
     * @return false if there was no such dead letter
     */
    Single<Boolean> remove(String topic, String id);

    /**
     * Counts the dead letters.
     *
     * @return the number by topic; topics without dead letters are omitted
     */
    Single<Map<String, Long>> counts();
}
