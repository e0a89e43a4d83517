package org.jzenith.docs.cookbook.events;

import io.reactivex.Flowable;
import io.reactivex.processors.ReplayProcessor;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

/** The newest messages, and those to come. */
@Singleton
final class Messages {

    private static final int KEPT = 100;

    private final ReplayProcessor<Message> all = ReplayProcessor.createWithSize(KEPT);
    private long last;

    @Inject
    Messages() {}

    synchronized Message add(final String text) {
        final Message added = new Message(++last, text);
        all.onNext(added);
        return added;
    }

    Flowable<Message> after(final long number) {
        return all.filter(message -> message.number() > number);
    }
}
