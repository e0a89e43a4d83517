/** For users: a Kafka broker for development and tests. {@link org.jzenith.kafka.embedded.EmbeddedKafka} is its plugin. */
@NullMarked
package org.jzenith.kafka.embedded;

import org.jspecify.annotations.NullMarked;
