package org.jzenith.messages.log;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzenith.messages.engine.LogStore.LogState;
import org.jzenith.messages.error.PositionLostException;

/** A follower's position, which belongs to one log. */
record LogPosition(String incarnation, long position) {

    private static final Pattern TEXT = Pattern.compile("([A-Za-z0-9]{1,16})-([0-9]{1,18})");

    /**
     * Parses the text of {@link #toString}.
     *
     * @throws PositionLostException if the text has a different format
     */
    static LogPosition parse(final String text) {
        final Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new PositionLostException("The position was never issued: its format is wrong.");
        }
        return new LogPosition(matcher.group(1), Long.parseLong(matcher.group(2)));
    }

    /**
     * Checks that a log has all messages after this position.
     *
     * @throws PositionLostException if the log does not have them
     */
    void require(final String topic, final LogState state) {
        if (!state.incarnation().equals(incarnation) || position > state.last()) {
            throw new PositionLostException(
                    "The position " + this + " was never issued by the log of the topic '" + topic + "'.");
        }
        if (state.first() > position + 1) {
            throw new PositionLostException("The topic '" + topic + "' no longer has the messages after the position "
                    + this + ": the oldest remaining one is at " + state.first() + ".");
        }
    }

    @Override
    public String toString() {
        return incarnation + "-" + position;
    }
}
