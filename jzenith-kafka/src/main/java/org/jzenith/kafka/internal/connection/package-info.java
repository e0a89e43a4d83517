/** The settings of the library, and the clients that it gives. */
@NullMarked
package org.jzenith.kafka.internal.connection;

import org.jspecify.annotations.NullMarked;
