/** For users: the topics, consumers and transactions of Kafka. {@code org.jzenith.kafka.plugin.KafkaPlugin} brings them. */
@NullMarked
package org.jzenith.kafka;

import org.jspecify.annotations.NullMarked;
