package org.jzenith.messages.engine;

import java.time.Duration;

/**
 * For plugins: a topic as the settings describe it.
 *
 * @param name 1 to 63 lower-case letters, digits and hyphens
 * @param partitions the number of partitions, 1 to 256; messages with the same key are in the same partition
 * @param retention the time for which the engine keeps messages
 */
public record TopicDefinition(String name, int partitions, Duration retention) {}
