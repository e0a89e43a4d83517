package org.jzenith.sql.text;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * A value of a parameter as text, for callers whose values have no Java types, such as scripts. It is sent as the type of the parameter:
 * {@code 42} as an {@code integer}, {@code true} as a {@code boolean}, {@code 2026-01-02} as a {@code date}. Dates and times are in ISO
 * 8601. A number has at most 1,000 characters. A text that is invalid for the type causes an {@link
 * org.jzenith.sql.error.InvalidValueException}. A plain {@code String}, in contrast, is sent only to parameters of text types. Immutable.
 */
public final class TextValue {

    private final String text;

    /**
     * Keeps a text.
     *
     * @param text may come from a client
     */
    public TextValue(final String text) {
        this.text = Objects.requireNonNull(text, "text");
    }

    /**
     * Returns the text, which is also the value in a JSON document.
     *
     * @return as it was given
     */
    @JsonValue
    public String text() {
        return text;
    }

    /** Returns a constant, because the text may be secret. */
    @Override
    public String toString() {
        return "text";
    }
}
