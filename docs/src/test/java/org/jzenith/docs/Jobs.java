package org.jzenith.docs;

import jakarta.inject.Inject;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.Event;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;

// region emit
final class Jobs {

    record JobDone(String name) implements Event {}

    private final @Nullable EventEmitter<JobDone> events;

    @Inject
    Jobs(final Observers observers) {
        this.events = observers.of(JobDone.class);
    }

    void run(final String name) {
        // the work
        if (events != null) {
            events.emit(new JobDone(name));
        }
    }
}
// endregion
