/** Internal. The settings of Kafka, and those of the library that are passed through with their mistakes. */
@NullMarked
package org.jzenith.kafka.internal.configuration;

import org.jspecify.annotations.NullMarked;
