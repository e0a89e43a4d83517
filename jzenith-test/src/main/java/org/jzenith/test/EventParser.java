package org.jzenith.test;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes events of lines as browsers do (HTML, section 9.2.6). Used by one thread at a time. */
final class EventParser implements Function<String, @Nullable TestEvent> {

    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,15}");

    private final ObjectMapper mapper;
    private final StringBuilder data = new StringBuilder();
    private String type = "";
    private String id = "";
    private @Nullable Duration retry;

    EventParser(final ObjectMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public @Nullable TestEvent apply(final String line) {
        if (line.isEmpty()) {
            return event();
        }
        final int colon = line.indexOf(':');
        if (colon < 0) {
            field(line, "");
        } else if (colon > 0) {
            final int value = line.startsWith(" ", colon + 1) ? colon + 2 : colon + 1;
            field(line.substring(0, colon), line.substring(value));
        }
        return null;
    }

    private void field(final String name, final String value) {
        switch (name) {
            case "data" -> data.append(value).append('\n');
            case "event" -> type = value;
            case "id" -> id = value.indexOf('\0') < 0 ? value : id;
            case "retry" -> retry = DIGITS.matcher(value).matches() ? Duration.ofMillis(Long.parseLong(value)) : retry;
            default -> {
                // browsers ignore it
            }
        }
    }

    /** Returns the event, or null if it has no data. */
    private @Nullable TestEvent event() {
        final TestEvent event = data.length() == 0
                ? null
                : new TestEvent(
                        id,
                        type.isEmpty() ? "message" : type,
                        data.substring(0, data.length() - 1),
                        Optional.ofNullable(retry),
                        mapper);
        data.setLength(0);
        type = "";
        return event;
    }
}
