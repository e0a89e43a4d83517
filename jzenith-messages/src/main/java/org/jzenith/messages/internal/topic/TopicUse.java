package org.jzenith.messages.internal.topic;

import org.jzenith.messages.Topic;

/**
 * A topic as the application names it.
 *
 * @param line the line of the application's code
 */
public record TopicUse(Topic<?> topic, String line) {}
