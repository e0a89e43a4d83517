/** For users: topics of messages in Kafka. {@link org.jzenith.messages.kafka.KafkaMessagesPlugin} brings the engine. */
@NullMarked
package org.jzenith.messages.kafka;

import org.jspecify.annotations.NullMarked;
