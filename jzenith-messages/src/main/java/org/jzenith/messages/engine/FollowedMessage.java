package org.jzenith.messages.engine;

import org.jspecify.annotations.Nullable;

/**
 * For plugins: a message for {@link MessageEngine#follow}.
 *
 * @param message the message; null if there is none between this position and the one before, so that subscribers at different places of
 *     different partitions meet at the same position
 * @param position the position in all partitions after this message: ASCII letters, digits, dots and hyphens, at most 4,000. An engine without
 *     an order over all partitions has an offset of up to 13 letters and digits for each of up to 256 partitions in it
 */
public record FollowedMessage(@Nullable StoredMessage message, String position) {}
