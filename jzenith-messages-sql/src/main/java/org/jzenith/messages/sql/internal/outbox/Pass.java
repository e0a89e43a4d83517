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
     * @param more true if further messages wait
     */
    record Passed(int messages, boolean more) {}

    /**
     * Passes messages.
     *
     * @param topic the name of the topic
     * @param term the term of this instance; nothing changes if it has ended
     * @return the number of messages, and whether further ones wait
     */
    Single<Passed> run(String topic, Term term);
}
