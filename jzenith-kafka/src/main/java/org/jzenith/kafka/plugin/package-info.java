/** For users: the plugin that brings the brokers of a Kafka cluster into an application. */
@NullMarked
package org.jzenith.kafka.plugin;

import org.jspecify.annotations.NullMarked;
