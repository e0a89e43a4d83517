/**
 * Internal: server-sent events (HTML, 9.2; Jakarta REST 3.1, 9): their text, the sinks that a resource sends them to, and
 * broadcasters, and the steps of methods with an {@code SseEventSink}. The public type is {@link
 * org.jzenith.rest.internal.sse.ServerSentEvents}.
 */
@NullMarked
package org.jzenith.rest.internal.sse;

import org.jspecify.annotations.NullMarked;
