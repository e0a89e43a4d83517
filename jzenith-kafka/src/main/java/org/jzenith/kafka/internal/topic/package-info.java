/** Internal. The topics that applications send to and read, with the format of their values: JSON, or their own classes. */
@NullMarked
package org.jzenith.kafka.internal.topic;

import org.jspecify.annotations.NullMarked;
