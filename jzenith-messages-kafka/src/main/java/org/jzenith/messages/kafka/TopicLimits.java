package org.jzenith.messages.kafka;

import java.time.Duration;

/**
 * Settings of a topic that are not part of its definition.
 *
 * @param maxSize the maximum size of the body and the key of a message, in bytes
 * @param timeout the time limit of a handler
 */
record TopicLimits(long maxSize, Duration timeout) {}
