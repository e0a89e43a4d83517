/**
 * Internal. Resource methods that send server-sent events to an {@code SseEventSink} (Jakarta REST 3.1, 9.3). The events
 * themselves are in {@code org.jzenith.rest.sse}.
 */
@NullMarked
package org.jzenith.rest.sink;

import org.jspecify.annotations.NullMarked;
