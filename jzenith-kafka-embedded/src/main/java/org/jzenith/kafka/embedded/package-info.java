/** For users: a Kafka broker for development and tests. */
@NullMarked
package org.jzenith.kafka.embedded;

import org.jspecify.annotations.NullMarked;
