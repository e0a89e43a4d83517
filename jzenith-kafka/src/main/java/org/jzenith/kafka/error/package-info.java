/** For users: the errors of Kafka. {@link org.jzenith.kafka.error.KafkaException} is their common type. */
@NullMarked
package org.jzenith.kafka.error;

import org.jspecify.annotations.NullMarked;
