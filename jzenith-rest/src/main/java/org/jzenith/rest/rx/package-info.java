/**
 * The back hall: the only place that subscribes to what resource methods return. What it subscribes to is disposed
 * when the client leaves or time runs out. Its door is {@link org.jzenith.rest.rx.Subscriptions}: one a request, and
 * the providers that teach RESTEasy the types of RxJava 2 and Vert.x.
 */
@NullMarked
package org.jzenith.rest.rx;

import org.jspecify.annotations.NullMarked;
