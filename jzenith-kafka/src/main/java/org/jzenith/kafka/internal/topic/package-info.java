/** Internal. The topics that applications send to and read, with the format of their values: JSON, or classes of their own. */
@NullMarked
package org.jzenith.kafka.internal.topic;

import org.jspecify.annotations.NullMarked;
