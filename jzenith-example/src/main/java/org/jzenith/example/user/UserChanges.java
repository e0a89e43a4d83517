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

    private final ReplayProcessor<UserChange> all = ReplayProcessor.createWithSize(KEPT);
    private long last;

    @Inject
    UserChanges() {}

    synchronized void add(final UserChange.Kind kind, final UUID id, final @Nullable User user) {
        all.onNext(new UserChange(++last, kind, id, user));
    }

    Flowable<UserChange> after(final long number) {
        return all.filter(change -> change.number() > number);
    }
}
