package org.jzenith.messages.sql.internal.outbox;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import org.jzenith.core.lease.Term;

/** Passes the first messages of a topic from the outbox to its engine. */
@CheckReturnValue
public interface Pass {

    /**
     * A result.
     *
     * @param messages the number of messages that were passed on
     * @param bytes the size of their bodies
     */
    record Passed(int messages, long bytes) {

        /**
         * Returns true if further messages may wait.
         *
         * @return true if the pass has reached a limit
         */
        public boolean isFull() {
            return messages >= OutboxTable.MOST || bytes >= OutboxTable.MOST_BYTES / 2;
        }
    }

    /**
     * Passes messages.
     *
     * @param topic the name of the topic
     * @param term the term of this instance; nothing changes if it has ended
     * @return the number of messages
     */
    Single<Passed> run(String topic, Term term);
}
