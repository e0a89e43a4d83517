package org.jzenith.messages.engine;

import org.jspecify.annotations.Nullable;

/**
 * For plugins: a message for {@link MessageEngine#follow}.
 *
 * @param message the message; null for a position without a message, with which subscribers that have read different parts of the partitions
 *     reach a common position
 * @param position the position in all partitions after this message: at most 4,000 ASCII letters, digits, dots and hyphens. If the engine has
 *     no order over all partitions, the position has one offset of up to 13 letters and digits for each of up to 256 partitions
 */
public record FollowedMessage(@Nullable StoredMessage message, String position) {}
