package org.jzenith.kafka.internal.consumer;

import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of a committed position. Commits of other programs have none of this.
 *
 * @param topicId tells the positions of a topic from those of an earlier one with its name; null if another program has committed
 * @param term of the owner of the partition; 0 if the group has no terms
 */
record PositionMetadata(@Nullable String topicId, long term) {

    private static final Pattern TEXT = Pattern.compile("jzenith-topic-id:([^ ]+)(?: term:([0-9]{1,18}))?");
    private static final PositionMetadata NONE = new PositionMetadata(null, 0);

    /** Reads the metadata of a position; null if nothing was committed. */
    static PositionMetadata of(final @Nullable OffsetAndMetadata position) {
        final Matcher matcher = TEXT.matcher(position == null ? "" : position.metadata());
        if (!matcher.matches()) {
            return NONE;
        }
        final String term = matcher.group(2);
        return new PositionMetadata(matcher.group(1), term == null ? 0 : Long.parseLong(term));
    }

    /** Returns the metadata of a position. */
    static String text(final Uuid topicId, final long term) {
        return "jzenith-topic-id:" + topicId + (term == 0 ? "" : " term:" + term);
    }

    /** Returns true for the position of a topic that was deleted. */
    boolean isOfOtherTopic(final Uuid id) {
        return topicId != null && !topicId.equals(id.toString());
    }

    /** Returns the term of the next owner, which is at least the time in milliseconds, because the brokers forget positions. */
    long nextTerm() {
        return Math.max(term + 1, Instant.now().toEpochMilli());
    }
}
