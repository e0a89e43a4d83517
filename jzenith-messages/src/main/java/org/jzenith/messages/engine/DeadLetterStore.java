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
     * Stores a dead letter. One with the id of another takes its place, or has no effect.
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
     * @return oldest first
     */
    Single<List<DeadLetter>> list(String topic, int most);

    /**
     * Returns one dead letter.
     *
     * @param topic the name of the topic
     * @param id the id of the dead letter
     * @return empty if there is none
     */
    Maybe<DeadLetter> find(String topic, String id);

    /**
     * Removes a dead letter.
     *
     * @param topic the name of the topic
     * @param id the id of the dead letter
     * @return false if there was none
     */
    Single<Boolean> remove(String topic, String id);

    /**
     * Counts the dead letters.
     *
     * @return the number by topic, without those that have none
     */
    Single<Map<String, Long>> counts();
}
