package org.jzenith.messages.kafka;

import java.util.Arrays;
import java.util.regex.Pattern;
import org.apache.kafka.common.Uuid;
import org.jzenith.messages.error.PositionLostException;

/**
 * The position of a follower: the offset of the next record of each partition. Its text starts with half of the topic's id, because a topic
 * that was deleted and created again has different records at the same offsets. All numbers are in base 36.
 */
final class FollowPosition {

    private static final Pattern TEXT = Pattern.compile("[0-9a-z]{1,13}-[0-9a-z]{1,13}(\\.[0-9a-z]{1,13})*");
    private static final int BASE = 36;

    private FollowPosition() {}

    /** Returns the text of a position. */
    static String text(final Uuid topic, final long[] offsets) {
        final StringBuilder text = new StringBuilder(14 + 6 * offsets.length);
        text.append(incarnation(topic));
        char separator = '-';
        for (final long offset : offsets) {
            text.append(separator).append(Long.toString(offset, BASE));
            separator = '.';
        }
        return text.toString();
    }

    private static String incarnation(final Uuid topic) {
        return Long.toUnsignedString(topic.getMostSignificantBits(), BASE);
    }

    /** Returns true if a position has more offsets than a topic has partitions. */
    static boolean hasMore(final String text, final int partitions) {
        return text.chars().filter(each -> each == '.').count() >= partitions;
    }

    /**
     * Parses a position.
     *
     * @param partitions the number of partitions of the topic; those that are not in the position are new
     * @return the offsets of all partitions
     * @throws PositionLostException if the position does not belong to this topic
     */
    static long[] parse(final String name, final Uuid topic, final int partitions, final String text) {
        if (!TEXT.matcher(text).matches()) {
            throw new PositionLostException("The position was never issued: its format is wrong.");
        }
        final int dash = text.indexOf('-');
        final String[] offsets = text.substring(dash + 1).split("\\.", -1);
        if (!text.substring(0, dash).equals(incarnation(topic)) || offsets.length > partitions) {
            throw neverIssued(name);
        }
        final long[] parsed = new long[partitions];
        try {
            Arrays.setAll(parsed, i -> i < offsets.length ? Long.parseLong(offsets[i], BASE) : 0);
        } catch (final NumberFormatException e) {
            throw neverIssued(name);
        }
        return parsed;
    }

    private static PositionLostException neverIssued(final String name) {
        return new PositionLostException("The position was never issued by the topic '" + name
                + "' in Kafka. It belongs to another topic, or to one that was deleted and created again.");
    }
}
