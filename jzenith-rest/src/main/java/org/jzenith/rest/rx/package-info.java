/**
 * Internal. Subscribes to what resource methods return; no other package does. A subscription is disposed when the
 * client disconnects or the request times out. The public type is {@link org.jzenith.rest.rx.Subscriptions}: one for
 * each request, and the providers that add the types of RxJava 2 and Vert.x to RESTEasy.
 */
@NullMarked
package org.jzenith.rest.rx;

import org.jspecify.annotations.NullMarked;
