/** The topics that applications send to and read. */
@NullMarked
package org.jzenith.kafka.internal.topic;

import org.jspecify.annotations.NullMarked;
