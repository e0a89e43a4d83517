/** Errors of messages. */
@NullMarked
package org.jzenith.messages.error;

import org.jspecify.annotations.NullMarked;
