/** For users: topics of messages in Kafka. */
@NullMarked
package org.jzenith.messages.kafka;

import org.jspecify.annotations.NullMarked;
