package org.jzenith.example.user;

import io.reactivex.Flowable;
import io.reactivex.processors.ReplayProcessor;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The newest changes in this process, and those to come. */
@Singleton
final class UserChanges {

    private static final int KEPT = 100;

    /** Each start has another one, because the numbers begin again. */
    private final String start = UUID.randomUUID() + "-";

    private final ReplayProcessor<UserChange> all = ReplayProcessor.createWithSize(KEPT);
    private long last;

    @Inject
    UserChanges() {}

    synchronized void add(final UserChange.Kind kind, final UUID id, final @Nullable User user) {
        all.onNext(new UserChange(++last, kind, id, user));
    }

    /** Returns the id of an event. Ids of one start are in the order of the changes. */
    String eventId(final UserChange change) {
        return start + String.format("%012d", change.number());
    }

    /** Everything that is kept, if the id is empty or that of an earlier start. */
    Flowable<UserChange> after(final String eventId) {
        return eventId.startsWith(start) ? all.filter(change -> eventId(change).compareTo(eventId) > 0) : all;
    }
}
