/** For users: events of messages, for observers: sent, received, handled, failed, dead. */
@NullMarked
package org.jzenith.messages.observe;

import org.jspecify.annotations.NullMarked;
