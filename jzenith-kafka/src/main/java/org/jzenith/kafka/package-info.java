/** For users: topics, groups of consumers and transactions of Kafka. {@code org.jzenith.kafka.plugin.KafkaPlugin} provides them. */
@NullMarked
package org.jzenith.kafka;

import org.jspecify.annotations.NullMarked;
