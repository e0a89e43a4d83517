/** For users: Kafka as a plugin. */
@NullMarked
package org.jzenith.kafka.plugin;

import org.jspecify.annotations.NullMarked;
