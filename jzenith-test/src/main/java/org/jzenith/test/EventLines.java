package org.jzenith.test;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.json.internal.stream.EventParser;
import org.jzenith.json.internal.stream.ServerSentEvent;

/** Builds events from lines. Used by one thread at a time. */
final class EventLines implements Function<String, @Nullable TestEvent> {

    private final EventParser parser = new EventParser(Integer.MAX_VALUE);
    private final ObjectMapper mapper;

    EventLines(final ObjectMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public @Nullable TestEvent apply(final String line) {
        final ServerSentEvent event = parser.take(line);
        return event == null
                ? null
                : new TestEvent(
                        event.id() == null ? "" : event.id(),
                        event.name() == null || event.name().isEmpty() ? "message" : event.name(),
                        event.data(),
                        parser.lastDelay() == ServerSentEvent.NO_DELAY
                                ? Optional.empty()
                                : Optional.of(Duration.ofMillis(parser.lastDelay())),
                        mapper);
    }
}
