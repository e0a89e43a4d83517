/**
 * For users: live events from a topic, as server-sent events and on WebSockets. {@code LiveEventsPlugin} brings {@link
 * org.jzenith.messages.live.LiveEvents} into an application.
 */
@NullMarked
package org.jzenith.messages.live;

import org.jspecify.annotations.NullMarked;
