package org.jzenith.docs.cookbook.events;

import io.reactivex.Flowable;
import io.reactivex.processors.ReplayProcessor;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.UUID;

// region class
/** The newest messages, and those to come. */
@Singleton
final class Messages {

    private static final int KEPT = 100;

    /** Each start has another one, because the numbers begin again. */
    private final String start = UUID.randomUUID() + "-";

    private final ReplayProcessor<Message> all =
            ReplayProcessor.createWithSize(KEPT);
    private long last;

    @Inject
    Messages() {}

    synchronized Message add(final String text) {
        final Message added =
                new Message(start + String.format("%012d", ++last), text);
        all.onNext(added);
        return added;
    }

    /** All messages, if the id is empty or that of an earlier start. */
    Flowable<Message> after(final String id) {
        return id.startsWith(start)
                ? all.filter(message -> message.id().compareTo(id) > 0)
                : all;
    }
}
// endregion
