package org.jzenith.redis.internal.stream;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.redis.error.RedisException;
import org.jzenith.redis.internal.protocol.ErrorReply;

/** The commands of one consumer of a group, and their replies. Immutable. */
final class GroupCommands {

    /** The error of an entry that was delivered too often without an acknowledgement. */
    static final String NOT_ACKNOWLEDGED = "not acknowledged";

    private final String stream;
    private final String group;
    private final String consumer;
    private final GroupOptions options;
    private final String dead;

    GroupCommands(final String stream, final String group, final String consumer, final GroupOptions options) {
        this.stream = stream;
        this.group = group;
        this.consumer = consumer;
        this.options = options;
        this.dead = options.deadStream() == null ? stream + ":dead" : options.deadStream();
    }

    /**
     * One look at pending entries of the group.
     *
     * @param taken the entries that this consumer has now
     * @param aside the ids of entries that were put aside
     * @param gone the number of entries that are no longer in the stream
     * @param next the start of the next page; null after the last one
     * @param refusal the reason why an entry could not be put aside; null if all could
     */
    record TakenOver(
            List<Delivery> taken,
            List<String> aside,
            long gone,
            @Nullable String next,
            @Nullable RedisException refusal) {}

    /** Returns a short name, for observers. */
    String name() {
        return stream + "/" + group;
    }

    String deadStream() {
        return dead;
    }

    /** Names stream and group in messages. */
    @Override
    public String toString() {
        return "the group '" + group + "' of the stream '" + stream + "'";
    }

    StreamCommand create() {
        return StreamCommand.of("XGROUP", "CREATE", stream, group, "0", "MKSTREAM");
    }

    /** @param blockMillis at least 1, because 0 blocks for ever */
    StreamCommand read(final int count, final long blockMillis) {
        return StreamCommand.of(
                "XREADGROUP", "GROUP", group, consumer, "COUNT", count, "BLOCK", blockMillis, "STREAMS", stream, ">");
    }

    static List<Delivery> delivered(final @Nullable Object reply) {
        return reply == null ? List.of() : deliveries(((List<?>) ((List<?>) reply).get(0)).get(1));
    }

    private static List<Delivery> deliveries(final Object entries) {
        return ((List<?>) entries).stream().map(Delivery::of).toList();
    }

    StreamCommand takeOver(final String start, final int most) {
        return script(
                GroupScripts.TAKE_OVER,
                options.takeoverAfter().toMillis(),
                start,
                most,
                options.attempts(),
                NOT_ACKNOWLEDGED,
                options.maxLength());
    }

    static TakenOver takenOver(final Object reply) {
        final List<?> parts = (List<?>) reply;
        return new TakenOver(
                deliveries(parts.get(0)),
                ((List<?>) parts.get(1)).stream().map(Delivery::text).toList(),
                (Long) parts.get(2),
                parts.get(3) == null ? null : after(Delivery.text(parts.get(3))),
                parts.get(4) == null
                        ? null
                        : ErrorReply.of(Delivery.text(parts.get(4))).toException("XADD"));
    }

    /** Returns the smallest id after another one; Redis 6.0 has no exclusive ranges. */
    private static String after(final String id) {
        final int dash = id.indexOf('-');
        final long sequence = Long.parseUnsignedLong(id.substring(dash + 1));
        return sequence == -1
                ? Long.toUnsignedString(Long.parseUnsignedLong(id.substring(0, dash)) + 1) + "-0"
                : id.substring(0, dash + 1) + Long.toUnsignedString(sequence + 1);
    }

    StreamCommand acknowledge(final String id) {
        return StreamCommand.of("XACK", stream, group, id);
    }

    /** Lets any consumer of the group have the entry after a pause, of which it is already idle. */
    StreamCommand retryAfter(final String id, final long pauseMillis) {
        return script(
                GroupScripts.RELEASE, id, Math.max(0, options.takeoverAfter().toMillis() - pauseMillis), 0);
    }

    /** Lets any consumer of the group have the entry now, as if it had not been delivered. */
    StreamCommand release(final String id) {
        return script(GroupScripts.RELEASE, id, options.takeoverAfter().toMillis(), 1);
    }

    StreamCommand putAside(final String id, final Throwable error) {
        return script(GroupScripts.PUT_ASIDE, id, error.getClass().getName(), options.maxLength());
    }

    StreamCommand leave() {
        return script(GroupScripts.LEAVE);
    }

    private StreamCommand script(final String text, final Object... arguments) {
        return StreamCommand.of("EVAL", text, 2, stream, dead, group, consumer, List.of(arguments));
    }
}
