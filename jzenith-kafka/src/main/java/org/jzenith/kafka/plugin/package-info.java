/** For users: the plugin that connects an application to a Kafka cluster. */
@NullMarked
package org.jzenith.kafka.plugin;

import org.jspecify.annotations.NullMarked;
