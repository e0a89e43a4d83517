/** For users: Kafka as a plugin, its topics, consumers and transactions. */
@NullMarked
package org.jzenith.kafka;

import org.jspecify.annotations.NullMarked;
