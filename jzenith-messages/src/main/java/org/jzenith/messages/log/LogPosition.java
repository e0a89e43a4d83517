package org.jzenith.messages.log;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzenith.messages.engine.LogStore.LogState;
import org.jzenith.messages.error.PositionLostException;

/** A position in a certain log, as followers keep it. */
record LogPosition(String incarnation, long position) {

    private static final Pattern TEXT = Pattern.compile("([A-Za-z0-9]{1,16})-([0-9]{1,18})");

    /**
     * Reads what {@link #toString} has written.
     *
     * @throws PositionLostException if it has another form
     */
    static LogPosition parse(final String text) {
        final Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new PositionLostException("The position was never issued: it has another form.");
        }
        return new LogPosition(matcher.group(1), Long.parseLong(matcher.group(2)));
    }

    /**
     * Checks that a log has all messages after this position.
     *
     * @throws PositionLostException if it does not
     */
    void require(final String topic, final LogState state) {
        if (!state.incarnation().equals(incarnation) || position > state.last()) {
            throw new PositionLostException(
                    "The position " + this + " was never issued by the log of the topic '" + topic + "'.");
        }
        if (state.first() > position + 1) {
            throw new PositionLostException("The topic '" + topic + "' no longer has the messages after the position "
                    + this + ": the oldest one is " + state.first() + ".");
        }
    }

    @Override
    public String toString() {
        return incarnation + "-" + position;
    }
}
