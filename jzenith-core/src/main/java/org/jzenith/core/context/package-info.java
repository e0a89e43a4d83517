/**
 * For users: the context of a request, which follows it to every thread.
 *
 * <p>A {@link org.jzenith.core.context.RequestContext} is current on a thread while that thread works for its request.
 * It is captured only where work moves to another thread or a later time: for example when a Vert.x future is turned
 * into an Rx type, and when RxJava schedules a task. Operators themselves carry nothing.
 */
@NullMarked
package org.jzenith.core.context;

import org.jspecify.annotations.NullMarked;
