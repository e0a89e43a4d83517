/** For users: errors of messages, which publishing and health checks report. */
@NullMarked
package org.jzenith.messages.error;

import org.jspecify.annotations.NullMarked;
