package org.jzenith.docs;

import jakarta.inject.Inject;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.Event;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;

// region emit
final class Newsletter {

    record MailSent(String recipient) implements Event {}

    private final @Nullable EventEmitter<MailSent> events;

    @Inject
    Newsletter(final Observers observers) {
        this.events = observers.of(MailSent.class);
    }

    void send(final String recipient) {
        // the work
        if (events != null) {
            events.emit(new MailSent(recipient));
        }
    }
}
// endregion
