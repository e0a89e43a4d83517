package org.jzenith.messages.kafka;

import java.time.Duration;

/**
 * The settings of a topic that its definition does not have.
 *
 * @param maxSize the maximum size of the body and the key of a message, in bytes
 * @param timeout the time limit of a handler
 */
record TopicLimits(long maxSize, Duration timeout) {}
