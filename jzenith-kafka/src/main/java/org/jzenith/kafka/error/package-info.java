/** For users: the errors of Kafka. */
@NullMarked
package org.jzenith.kafka.error;

import org.jspecify.annotations.NullMarked;
