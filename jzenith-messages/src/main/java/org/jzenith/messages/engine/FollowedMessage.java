package org.jzenith.messages.engine;

/**
 * For plugins: a message for {@link MessageEngine#follow}.
 *
 * @param message the message
 * @param position the position in all partitions after this message: ASCII letters, digits, dots and hyphens, at most 160
 */
public record FollowedMessage(StoredMessage message, String position) {}
