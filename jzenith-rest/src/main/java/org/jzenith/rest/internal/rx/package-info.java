/**
 * Internal. Subscribes to what resource methods return; no other package does. A subscription is disposed when the
 * client disconnects or the request times out. Each request has {@link org.jzenith.rest.internal.rx.Subscriptions}. {@link
 * org.jzenith.rest.internal.rx.ResultTypes} says how the types of RxJava 2 and Vert.x are subscribed to, and a {@link
 * org.jzenith.rest.internal.rx.StreamingBody} is a source whose elements are written as they are emitted.
 */
@NullMarked
package org.jzenith.rest.internal.rx;

import org.jspecify.annotations.NullMarked;
